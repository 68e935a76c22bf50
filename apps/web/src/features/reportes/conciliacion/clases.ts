import { formatAmount } from '../../../lib/format.ts';
import type { Hallazgo } from '../api.ts';

/** The sources that state a receipt. */
export const fuentesConciliadas = { quickbooks: 'QuickBooks', ecf: 'e-CF', papel: 'Papel', txt: 'TXT' } as const;
export type FuenteConciliada = keyof typeof fuentesConciliadas;
export const fuentesEnOrden = Object.keys(fuentesConciliadas) as readonly FuenteConciliada[];

/** The fields in which sources may differ, by their names for the user. */
export const campos = { rnc: 'RNC', fecha: 'Fecha', monto: 'Monto', itbis: 'ITBIS' } as const;
export type Campo = keyof typeof campos;

/** The names of the kinds of differences. */
export const clases = {
  'falta-quickbooks': 'Falta en QuickBooks',
  'falta-ecf': 'Falta el e-CF',
  'falta-papel': 'Sin cargar',
  'falta-txt': 'Falta en el TXT',
  repetido: 'Repetido',
  monto: 'Monto distinto',
  itbis: 'ITBIS distinto',
  fecha: 'Fecha distinta',
  rnc: 'RNC distinto',
} as const;
export type Clase = keyof typeof clases;

/** The kinds of differences of a receipt, in the order of {@link clases}. */
export function clasesDe({ faltaEn, repetidoEn, campos: otherwise }: Hallazgo): readonly Clase[] {
  return (Object.keys(clases) as Clase[]).filter((clase) =>
    clase === 'repetido'
      ? repetidoEn.length > 0
      : clase.startsWith('falta-')
        ? faltaEn.some((source) => clase === `falta-${source}`)
        : otherwise.some((field) => field === clase),
  );
}

/** Filter of the receipts. */
interface Filtro {
  readonly clase: Clase | undefined;
  /** Any part of the number, or of the digits of the RNC. */
  readonly buscar: string;
}

/** The receipts that match a filter, in their order. */
export function filtrados(all: readonly Hallazgo[], { clase, buscar }: Filtro): readonly Hallazgo[] {
  const text = buscar.replace(/[\s-]/g, '').toUpperCase();
  if (clase === undefined && text === '') return all;
  return all.filter(
    (each) =>
      (clase === undefined || clasesDe(each).includes(clase)) && (each.ncf.includes(text) || each.rnc.includes(text)),
  );
}

/** The number of receipts with each kind of difference, without the kinds that do not occur. */
export function contarClases(
  all: readonly Hallazgo[],
): readonly { readonly clase: Clase; readonly cantidad: number }[] {
  const counts = new Map<Clase, number>();
  for (const each of all) for (const clase of clasesDe(each)) counts.set(clase, (counts.get(clase) ?? 0) + 1);
  return (Object.keys(clases) as Clase[]).flatMap((clase) => {
    const cantidad = counts.get(clase);
    return cantidad === undefined ? [] : [{ clase, cantidad }];
  });
}

/** A percentage with its sign: `+1,042.86 %`; a dash if there is nothing to compare with. */
export const porciento = (text: string | null): string =>
  text === null ? '—' : `${/^[1-9]|^0\.(?!0+$)/.test(text) ? '+' : ''}${formatAmount(text).replace('-', '−')} %`;
