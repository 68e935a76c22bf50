/** Code → what it means, in Spanish. Codes are written in documents exactly as they stand here. */
export type CodeTable = Readonly<Record<string, string>>;
