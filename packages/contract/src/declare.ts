// Types of the declarations in the files of the features. The tables that gather the declarations are in other files.

/**
 * Refusals by code: the HTTP status, and the Spanish title that the person reads. Type of the export `problems` of a
 * feature.
 */
export type Problems = Readonly<Record<string, { readonly status: number; readonly title: string }>>;

/**
 * An example of a call. `$NAME` is a placeholder for a value that differs between companies: the reference shows it as
 * a variable of the shell, OpenAPI shows its value in `sampleValues`.
 */
export interface Example {
  /** Precondition of the call, in Spanish, if it has one. */
  readonly after?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Parts of a form; `@name` is a file. */
  readonly form?: Readonly<Record<string, string>>;
  readonly status: number;
}
