import type { AnyRuleHead } from './rule.ts';

/** A rule about documents that have no row, because nothing can be read in them. */
export interface UnreadRule extends AnyRuleHead {
  /** What is wrong and what to do, in Spanish, of the document of a number. */
  readonly message: (ncf: string) => string;
}

const unread = (format: '606' | '607'): UnreadRule => ({
  code: `${format}-LECTURA-01`,
  severity: 'aviso',
  at: 'ncf',
  source: 'Timbre: un documento guardado del que no sale ninguna fila',
  message: (ncf) =>
    `${ncf} está guardado y no se puede leer, así que falta en el reporte: cárguelo como comprobante en papel, o rechácelo`,
});

/** The rule of each report to which issued and received documents give rows. */
export const unreadRules: Readonly<Record<'606' | '607', UnreadRule>> = { '606': unread('606'), '607': unread('607') };
