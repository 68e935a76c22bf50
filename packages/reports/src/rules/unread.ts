import type { AnyRuleHead } from './rule.ts';

/** A rule that cannot be checked on a row alone: about documents without a row, or about missing answers. */
export interface UnreadRule extends AnyRuleHead {
  /** The fault and its remedy, in Spanish, for the document with a number. */
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

/** The rule of each report that has rows from issued and received documents. */
export const unreadRules: Readonly<Record<'606' | '607', UnreadRule>> = { '606': unread('606'), '607': unread('607') };

/**
 * The rule about received documents that the DGII has not accepted. Any stranger may have signed one, so it does not
 * count as a purchase yet.
 */
export const unconfirmedRule: UnreadRule = {
  code: '606-DGII-01',
  severity: 'aviso',
  at: 'ncf',
  source: 'Timbre: un e-CF recibido cuenta cuando la DGII lo acepta',
  message: () =>
    'La DGII todavía no lo ha aceptado, así que no cuenta en el reporte: consúltela otra vez, o pregunte a quien lo envió',
};

const waiting = (code: string): UnreadRule => ({
  code,
  severity: 'aviso',
  at: 'ncf',
  source: 'Timbre: un e-CF emitido cuenta cuando la DGII lo acepta',
  message: () =>
    'Su empresa lo emitió y la DGII todavía no lo ha aceptado, así que no cuenta en el reporte ni en el IT-1: espere su respuesta, o ciérrelo en Facturas',
});

/** The rules about issued documents without the verdict of the DGII: sales, and purchases that the company documents. */
export const waitingRules: Readonly<Record<'606' | '607', UnreadRule>> = {
  '606': waiting('606-DGII-02'),
  '607': waiting('607-DGII-01'),
};

const unanswered = (format: '606' | '607' | '609'): UnreadRule => ({
  code: `${format}-RESPUESTA-01`,
  severity: 'error',
  at: 'ncf',
  source: 'Timbre: el TXT sale cuando cada fila está respondida',
  message: () => 'Falta su respuesta: acepte la sugerencia o escriba otra. Sin ella no hay TXT',
});

/** The rule of each report with fields to be answered: a field lacks its answer, with or without a suggestion. */
export const unansweredRules: Readonly<Record<'606' | '607' | '609', UnreadRule>> = {
  '606': unanswered('606'),
  '607': unanswered('607'),
  '609': unanswered('609'),
};
