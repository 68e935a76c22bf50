import type { AnyRuleHead } from './rule.ts';

/** A rule about documents that have no row: nothing can be read in them, or the DGII has not accepted them. */
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

/**
 * The rule about received documents that the DGII has not accepted: whoever signed one may be a stranger, so it is no purchase yet.
 */
export const unconfirmedRule: UnreadRule = {
  code: '606-DGII-01',
  severity: 'aviso',
  at: 'ncf',
  source: 'Timbre: un e-CF recibido cuenta cuando la DGII lo acepta',
  message: () =>
    'La DGII todavía no lo ha aceptado, así que no cuenta en el reporte: consúltela otra vez, o pregunte a quien lo envió',
};
