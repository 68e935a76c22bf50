// The code of the second factor, required in addition to the password: how it is parsed and shown.

/** Parses the six digits of an authenticator application, with any spaces; undefined unless there are six. */
export const digitsOf = (typed: string): string | undefined => /^\d{6}$/.exec(typed.replace(/\s/g, ''))?.[0];

/** Formats a key in groups of four characters. */
export const grouped = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');
