// What hands do to a part of a drawing, for `all=` of it.

/** While it is pointed at, or has the keyboard's focus, the state's part `name` is `value`, then null.
 * @param {(change: any) => void} set @param {string} name @param {unknown} value
 * @returns {Attributes} */
export function pointed(set, name, value) {
  const [see, leave] = [value, null].map((one) => () => set({ [name]: one }));
  return { onpointerenter: see, onpointerleave: leave, onfocus: see, onblur: leave };
}
