/** Names of errors of this program and its libraries. What a person could have written is none of them. */
const known: ReadonlySet<string> = new Set([
  'AbortError',
  'AddressRefused',
  'AggregateError',
  'AuthorityUnreachable',
  'ChildEnded',
  'CommitUnknown',
  'ConfigError',
  'DatabaseError',
  'DatabaseUnavailable',
  'Error',
  'FolderInUse',
  'NotWritable',
  'PdfError',
  'Problem',
  'RangeError',
  'ReaderDied',
  'ReferenceError',
  'SealBroken',
  'SignatureError',
  'StaleLease',
  'SyntaxError',
  'TimeoutError',
  'TypeError',
  'WorkbookError',
  'XmlError',
  'ZipError',
  'error',
]);

/** The name of an error if it is one of {@link known}: a message may have data of a company, and is never told. */
export const knownName = (name: string): string => (known.has(name) ? name : 'otro');

/** The kind of an error for the bundle: its name and the code of the system or of PostgreSQL, which have no data. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'otro';
  const { code } = (error.cause instanceof Error ? error.cause : error) as NodeJS.ErrnoException;
  const told = typeof code === 'string' && /^(?:E[A-Z]{3,15}|[0-9A-Z]{5})$/.test(code) ? ` (${code})` : '';
  return `${knownName(error.name)}${told}`;
}
