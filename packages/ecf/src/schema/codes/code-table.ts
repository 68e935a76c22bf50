/** Code → its meaning, in Spanish. Documents contain the codes exactly as written here. */
export type CodeTable = Readonly<Record<string, string>>;
