@echo off
rem A double click on a classroom PC: sets up .venv once, starts the app and opens the browser.
chcp 65001 >nul
pushd "%~dp0"

if not exist "%SystemRoot%\System32\msvcp140.dll" echo The Microsoft Visual C++ Redistributable x64 is missing; torch needs it.
if not exist "%SystemRoot%\System32\msvcp140.dll" echo Microsoft Visual C++ 재배포 가능 패키지 x64가 없습니다. torch에 필요합니다.

if not exist .venv\Scripts\python.exe py -3.11 -m venv .venv 2>nul
if not exist .venv\Scripts\python.exe uv venv --seed --clear --python 3.11 .venv 2>nul
if not exist .venv\Scripts\python.exe echo Neither 64-bit Python 3.11 nor uv was found. Install one of them, then double-click again.
if not exist .venv\Scripts\python.exe echo 64비트 Python 3.11도 uv도 없습니다. 둘 중 하나를 설치하고 다시 더블클릭하세요.
if not exist .venv\Scripts\python.exe pause & exit /b 1

echo What is missing is installed now; the first time takes some minutes.
echo 빠진 것을 설치합니다. 처음에는 몇 분 걸립니다.
.venv\Scripts\pip install -r requirements.txt
if errorlevel 1 echo It could not be installed; the lines above say why.
if errorlevel 1 echo 설치하지 못했습니다. 까닭은 바로 위에 있습니다.
if errorlevel 1 pause & exit /b 1

echo The browser opens by itself. Closing this window ends the app.
echo 브라우저는 저절로 열립니다. 이 창을 닫으면 앱이 끝납니다.
rem Two minutes at most, for a slow disk: as soon as the port answers, the page is opened.
start "" /b .venv\Scripts\python -c "import socket, time, webbrowser; list(zip(range(120), iter(lambda: socket.socket().connect_ex(('localhost', 8501)) and (time.sleep(1) or 1), 0))); webbrowser.open('http://localhost:8501')"
.venv\Scripts\streamlit run app.py
pause
