import type { Drafts, FormatCode, Keys } from '../layout/formats.ts';
import { type Derivation, type DerivationCode, derivations, isLikely } from './marks.ts';

/** A row with the reason of each of its fields. */
export interface Derived<Code extends FormatCode> {
  readonly row: Drafts[Code];
  /** Derivation of each field, including the fields that are pending. */
  readonly why: Readonly<Partial<Record<Keys[Code], Derivation>>>;
  /** Fields that a person must answer, in the order in which they were processed. */
  readonly pending: readonly Keys[Code][];
}

/** Derivation code of values stated by the receipt, or by the books that it was read from. */
export const dataOf = { comprobante: 'D-DATO', quickbooks: 'D-QB-DATO' } as const;

/** Answers or suggestions for fields of a row, with the same type as in the row. */
export type Answers<Code extends FormatCode, Key extends Keys[Code]> = {
  readonly [K in Key]?: K extends keyof Drafts[Code] ? Drafts[Code][K] : never;
};

/**
 * Fills a row field by field and records the derivation of each field.
 * @param data derivation code of the values that the source states, from {@link dataOf}
 */
export function filler<Code extends FormatCode>(answers: object, suggestions: object, data: DerivationCode = 'D-DATO') {
  const row: Record<string, unknown> = {};
  const why: Record<string, Derivation> = {};
  const pending: string[] = [];
  const answered = answers as Readonly<Record<string, unknown>>;
  const suggested = suggestions as Readonly<Record<string, unknown>>;

  /** Fills a field; an undefined value leaves it unchanged. */
  const put = <Key extends Keys[Code] & keyof Drafts[Code]>(
    key: Key,
    value: Drafts[Code][Key],
    code: DerivationCode,
  ) => {
    if (value === undefined) return;
    row[key as string] = value;
    why[key as string] = derivations[code === 'D-DATO' ? data : code];
  };
  /** Lists a field as pending, with the derivation that makes its value only likely. */
  const doubt = (key: Keys[Code], code: DerivationCode) => {
    pending.push(key);
    why[key] = derivations[code];
  };
  /** Fills a field; if the derivation is only likely, also lists the field as pending. */
  const say = <Key extends Keys[Code] & keyof Drafts[Code]>(
    key: Key,
    value: Drafts[Code][Key],
    code: DerivationCode,
  ) => {
    put(key, value, code);
    if (value !== undefined && isLikely(code)) doubt(key, code);
  };
  /** Fills a field with its answer, or else with its suggestion. Returns true if there was one. */
  const ask = (key: Keys[Code]): boolean => {
    const value = answered[key] ?? suggested[key];
    if (value === undefined) return false;
    row[key] = value;
    why[key] = derivations[answered[key] === undefined ? 'D-SUGERIDO' : 'D-RESPONDIDO'];
    return true;
  };
  /** Lists a field as pending, because its value is not known. */
  const pend = (key: Keys[Code]) => {
    pending.push(key);
    why[key] = derivations['D-PENDIENTE'];
  };
  /** Fills a field with its answer or suggestion, or lists it as pending. */
  const askOrPend = (key: Keys[Code]) => {
    if (!ask(key)) pend(key);
  };
  const done = () => ({ row, why, pending }) as unknown as Derived<Code>;
  return { put, say, doubt, ask, pend, askOrPend, done };
}
