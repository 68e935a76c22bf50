/** Whether a text has the form of an e-mail: the server, which writes to it, has the last word. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
