// What the files of the features declare, as types. The tables that gather it are above them.

/** Refusals by code: the HTTP status, and the Spanish title that the person reads. What a feature exports as `problems`. */
export type Problems = Readonly<Record<string, { readonly status: number; readonly title: string }>>;

/**
 * An example of a call. `$NAME` stands for what differs from company to company: the reference shows it as a variable of the
 * shell, OpenAPI shows its value of `sampleValues`.
 */
export interface Example {
  /** What was done before, in Spanish, where something must have been. */
  readonly after?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Parts of a form; `@name` is a file. */
  readonly form?: Readonly<Record<string, string>>;
  readonly status: number;
}
