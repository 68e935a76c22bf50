/** Whether a text has the form of an e-mail address. The server, which sends the message, decides. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
