/** A single address, without characters that a header or an SMTP command could interpret as more than the address. */
const form = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}.]+(\.[^\s@<>()[\]\\,;:"\p{C}.]+)+$/u;

/** Whether a text is one e-mail address that mail can be sent to. */
export const isAddress = (text: string): boolean => text.length <= 200 && form.test(text);

/** A text in the form that a header allows: one line, without control characters. */
export const oneLine = (text: string, most: number): string =>
  text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);
