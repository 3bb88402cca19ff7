@echo off
rem A double click on a classroom PC: sets up .venv once, starts the app and opens the browser.
chcp 65001 >nul
pushd "%~dp0"

if not exist "%SystemRoot%\System32\msvcp140.dll" echo The Microsoft Visual C++ Redistributable (x64) is missing; torch needs it.
if not exist "%SystemRoot%\System32\msvcp140.dll" echo Microsoft Visual C++ 재배포 가능 패키지(x64)가 없습니다. torch에 필요합니다.

if not exist .venv\Scripts\python.exe py -3.11 -m venv .venv 2>nul
if not exist .venv\Scripts\python.exe uv venv --seed --clear --python 3.11 .venv 2>nul
if not exist .venv\Scripts\python.exe echo Neither Python 3.11 (64 bit) nor uv was found. Install one of them, then double-click again.
if not exist .venv\Scripts\python.exe echo Python 3.11(64비트)도 uv도 없습니다. 둘 중 하나를 설치하고 다시 더블클릭하세요.
if not exist .venv\Scripts\python.exe pause & exit /b 1

rem What was installed is kept beside it: nothing is asked for again until requirements.txt changes.
fc requirements.txt .venv\installed.txt >nul 2>nul || echo Installing, some minutes the first time ... / 설치합니다. 처음에는 몇 분 걸립니다.
fc requirements.txt .venv\installed.txt >nul 2>nul || (.venv\Scripts\pip install -r requirements.txt && copy /y requirements.txt .venv\installed.txt >nul)
fc requirements.txt .venv\installed.txt >nul 2>nul || echo It could not be installed; the lines above say why. / 설치하지 못했습니다. 까닭은 위에 있습니다.
fc requirements.txt .venv\installed.txt >nul 2>nul || (pause & exit /b 1)

echo The browser opens by itself. Closing this window ends the app.
echo 브라우저는 저절로 열립니다. 이 창을 닫으면 앱이 끝납니다.
rem Two minutes at most, for a slow disk: as soon as the port answers, the page is opened.
start "" /b .venv\Scripts\python -c "import socket, time, webbrowser; list(zip(range(120), iter(lambda: socket.socket().connect_ex(('localhost', 8501)) and (time.sleep(1) or 1), 0))); webbrowser.open('http://localhost:8501')"
.venv\Scripts\streamlit run app.py
pause
