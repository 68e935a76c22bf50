import { displayFecha, formatISODate, formatMonto } from '@timbre/values';
import { sinRNC } from '../derive/clasico.ts';
import type { ReconciledEntry, ReconciledSource } from './entry.ts';

/** Field of a receipt in which sources may differ. */
export type ReconciledField = 'monto' | 'itbis' | 'fecha' | 'rnc';

/** A correction, and the source in which to make it. `ecf`: the issuer has to make it. */
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

/** Value of a field of an entry, for display. */
export function shown(field: ReconciledField, entry: ReconciledEntry): string {
  if (field === 'rnc') return entry.rnc || sinRNC;
  if (field === 'fecha') return entry.fecha === undefined ? 'sin fecha' : displayFecha(formatISODate(entry.fecha));
  return `RD$ ${formatMonto(entry[field])}`;
}

/** Corrections of a field in which another source differs from the e-CF, which is the signed document. */
const byECF: Readonly<Record<Exclude<ReconciledSource, 'ecf'>, (field: string, right: string) => string>> = {
  quickbooks: (field, right) => `Cambie ${field} a ${right}, como dice el e-CF`,
  papel: (field, right) => `Cargue de nuevo el comprobante, con ${field} en ${right}, como dice el e-CF`,
  txt: (field, right) =>
    `Genere de nuevo el archivo, con ${field} en ${right}, como dice el e-CF; si ya lo presentó, rectifíquelo`,
};

type Entries = Readonly<Partial<Record<ReconciledSource, ReconciledEntry>>>;

/** The sources without a signature, as a sentence names them. The first of those that differ is the one to open. */
const unsigned = [
  ['papel', 'lo cargado'],
  ['quickbooks', 'QuickBooks'],
  ['txt', 'el archivo'],
] as const;

/** Corrections of a field in which sources differ. Without an e-CF the receipt on paper decides. */
export function correctionsOf(
  field: ReconciledField,
  entries: Entries,
  wrong: readonly ReconciledSource[],
): Correction[] {
  const { ecf } = entries;
  if (ecf !== undefined)
    return wrong.flatMap((donde) =>
      donde === 'ecf' ? [] : [{ donde, texto: byECF[donde](nameOf[field], shown(field, ecf)) }],
    );
  const stated = unsigned.flatMap(([donde, name]) => {
    const entry = entries[donde];
    return entry === undefined ? [] : [{ donde, text: `${name} dice ${shown(field, entry)}` }];
  });
  const says = stated.map(({ text }) => text).join('; ');
  return [
    {
      donde: stated[0]!.donde,
      texto: `Busque ${nameOf[field]} en el comprobante: ${says}. Corrija el que esté mal`,
    },
  ];
}

/** Corrections of a receipt that is missing in a source. */
export const missingTexts: Readonly<Record<'606' | '607', Readonly<Record<ReconciledSource, string>>>> = {
  '606': {
    quickbooks: 'Registre la compra con este NCF en QuickBooks',
    ecf: 'No se ha recibido este e-CF: pídalo a su suplidor, o corrija el NCF',
    papel: 'Cargue el comprobante de la compra en «Cargar», o quítelo del archivo',
    txt: 'Responda lo pendiente y genere de nuevo el archivo del 606; si ya lo presentó, rectifíquelo',
  },
  '607': {
    quickbooks: 'Registre la venta con este NCF en QuickBooks',
    ecf: 'Su empresa no ha emitido este e-CF: corrija el NCF, o emítalo',
    papel: 'Cargue el comprobante de la venta en «Cargar», o quítelo del archivo',
    txt: 'Responda lo pendiente y genere de nuevo el archivo del 607; si ya lo presentó, rectifíquelo',
  },
};

/** Corrections of a receipt that a source has more than once. */
export const repeatedTexts: Readonly<Record<ReconciledSource, string>> = {
  quickbooks: 'Está más de una vez en QuickBooks: borre el documento que sobra, o corrija su NCF',
  ecf: 'Hay más de un e-CF con este NCF',
  papel: 'Está cargado más de una vez: quite el que sobra',
  txt: 'Está más de una vez en el archivo: genérelo de nuevo; si ya lo presentó, rectifíquelo',
};
