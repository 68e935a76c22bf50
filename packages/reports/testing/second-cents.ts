/** Thrown with the code of a failure, or `omitted`. */
export class Stop extends Error {}
/** Stops with a code. */
export const stop = (code: string): never => {
  throw new Stop(code);
};

/** An amount of QuickBooks in cents; zero if it is missing. */
export const centsOf = (amount: unknown): bigint => {
  if (amount === undefined) return 0n;
  const text = String(amount);
  if (!/^-?\d+(\.\d{1,2})?$/.test(text)) stop('QB-FORMA');
  return BigInt(Math.round(Number(text) * 100));
};
