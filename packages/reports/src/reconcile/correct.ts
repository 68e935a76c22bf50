import { displayFecha, formatISODate, formatMonto } from '@timbre/values';
import { sinRNC } from '../derive/clasico.ts';
import type { ReconciledEntry, ReconciledSource } from './entry.ts';

/** What sources may say otherwise of a receipt. */
export type ReconciledField = 'monto' | 'itbis' | 'fecha' | 'rnc';

/** What to mend, and in which of the three. `ecf`: what the issuer has to mend. */
export interface Correction {
  readonly donde: ReconciledSource;
  /** In Spanish. */
  readonly texto: string;
}

const nameOf: Readonly<Record<ReconciledField, string>> = {
  monto: 'el monto sin impuestos',
  itbis: 'el ITBIS',
  fecha: 'la fecha',
  rnc: 'el RNC o cédula',
};

/** What an entry says in a field, as a person reads it. */
export function shown(field: ReconciledField, entry: ReconciledEntry): string {
  if (field === 'rnc') return entry.rnc || sinRNC;
  if (field === 'fecha') return entry.fecha === undefined ? 'sin fecha' : displayFecha(formatISODate(entry.fecha));
  return `RD$ ${formatMonto(entry[field])}`;
}

/** Of a field that another source says otherwise than the e-CF, which is what was signed. */
const byECF: Readonly<Record<Exclude<ReconciledSource, 'ecf'>, (field: string, right: string) => string>> = {
  quickbooks: (field, right) => `Cambie ${field} a ${right}, como dice el e-CF`,
  txt: (field, right) =>
    `Genere de nuevo el archivo, con ${field} en ${right}, como dice el e-CF; si ya lo presentó, rectifíquelo`,
};

type Entries = Readonly<Partial<Record<ReconciledSource, ReconciledEntry>>>;

/** How a field is mended that sources say otherwise. Without an e-CF the receipt on paper decides. */
export function correctionsOf(
  field: ReconciledField,
  entries: Entries,
  wrong: readonly ReconciledSource[],
): Correction[] {
  const { ecf, quickbooks, txt } = entries;
  if (ecf !== undefined)
    return wrong.flatMap((donde) =>
      donde === 'ecf' ? [] : [{ donde, texto: byECF[donde](nameOf[field], shown(field, ecf)) }],
    );
  const texto = `Busque ${nameOf[field]} en el comprobante: QuickBooks dice ${shown(field, quickbooks!)} y el archivo ${shown(field, txt!)}`;
  return [{ donde: 'quickbooks', texto: `${texto}. Corrija el que esté mal` }];
}

/** How it is mended that a source does not have a receipt. */
export const missingTexts: Readonly<Record<'606' | '607', Readonly<Record<ReconciledSource, string>>>> = {
  '606': {
    quickbooks: 'Registre la compra con este NCF en QuickBooks',
    ecf: 'No se ha recibido este e-CF: pídalo a su suplidor, o corrija el NCF',
    txt: 'Responda lo pendiente y genere de nuevo el archivo del 606; si ya lo presentó, rectifíquelo',
  },
  '607': {
    quickbooks: 'Registre la venta con este NCF en QuickBooks',
    ecf: 'Su empresa no ha emitido este e-CF: corrija el NCF, o emítalo',
    txt: 'Responda lo pendiente y genere de nuevo el archivo del 607; si ya lo presentó, rectifíquelo',
  },
};

/** How it is mended that a source has a receipt more than once. */
export const repeatedTexts: Readonly<Record<ReconciledSource, string>> = {
  quickbooks: 'Está más de una vez en QuickBooks: borre el documento que sobra, o corrija su NCF',
  ecf: 'Hay más de un e-CF con este NCF',
  txt: 'Está más de una vez en el archivo: genérelo de nuevo; si ya lo presentó, rectifíquelo',
};
