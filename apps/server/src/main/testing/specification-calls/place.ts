import type { IssuingServer } from '../issuing.ts';
import type { Stranger } from '../stranger.ts';

/** The company and the values of the requests. */
export interface Place {
  readonly server: IssuingServer;
  readonly company: Stranger;
  /** A company whose keys a call may remove. */
  readonly other: Stranger;
  /** Session of the platform's administrator. */
  readonly root: string;
  /** A number that was never returned before. */
  readonly fresh: () => number;
}

/** A request: the values of the path's `{…}` by name, and the rest. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: FormData;
}

/**
 * Who calls: the person, with a bearer header; the same with the key in X-API-KEY, or in the address; the other company; the
 * platform's administrator; nobody.
 */
export type By = 'persona' | 'clave' | 'direccion' | 'otra' | 'root' | 'nadie';

/** A call as a text of the specification writes it. */
export interface SpecificationCall {
  readonly text: '000' | '001' | '002';
  /** `METHOD /path`, in the case of the text. */
  readonly call: string;
  /** The path where the text abbreviates it. */
  readonly written?: string;
  /** Default `persona`. */
  readonly by?: By;
  readonly send?: (place: Place) => Sent | Promise<Sent>;
  /**
   * The fields of the answer that the text names, with dots for inner ones; of a list, those of its first item. Without
   * names: `xml` and `archivo` are bytes, `nada` an answer of which nothing is read.
   */
  readonly reads: readonly string[] | 'xml' | 'archivo' | 'nada';
}

/** The rows of one text. */
export const callsOf =
  (text: SpecificationCall['text']) =>
  (
    call: string,
    reads: SpecificationCall['reads'],
    more: Omit<SpecificationCall, 'text' | 'call' | 'reads'> = {},
  ): SpecificationCall => ({ text, call, reads, ...more });

/** A form with these texts and files. */
export function formOf(parts: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  return form;
}
