import { decimal, isZero } from '@timbre/values';
import type { Guardadas, Trimestral } from './api.ts';

/** The amounts of a quarter, in the order of the resolution. */
const montos = ['alcohol', 'cigarrillos20', 'cigarrillos10'] as const;
export type Monto = (typeof montos)[number];

/** The label of each amount, with its unit. */
export const montoNombre: Readonly<Record<Monto, string>> = {
  alcohol: 'Alcohol, por litro de alcohol absoluto (RD$)',
  cigarrillos20: 'Cajetilla de 20 (RD$)',
  cigarrillos10: 'Cajetilla de 10 (RD$)',
};

/** The form of a quarter. */
type Draft = Guardadas;

/** The form of a quarter: its rates if it has some, otherwise empty. */
export const draftOf = ({ tasas }: Trimestral): Draft => ({
  alcohol: tasas?.alcohol ?? '',
  cigarrillos20: tasas?.cigarrillos20 ?? '',
  cigarrillos10: tasas?.cigarrillos10 ?? '',
  resolucion: tasas?.resolucion ?? '',
});

/** The errors of a form, by field. */
type Faults = { readonly [Field in keyof Draft]?: string };

/** The errors of a form that can be detected without the server. */
export function faultsOf(draft: Draft): Faults {
  const faults: { -readonly [Field in keyof Faults]: Faults[Field] } = {};
  for (const monto of montos) {
    const fault = faultOfAmount(draft[monto]);
    if (fault !== undefined) faults[monto] = fault;
  }
  if (draft.resolucion.trim() === '') faults.resolucion = 'Escriba la resolución de la DGII que las fija';
  return faults;
}

function faultOfAmount(text: string): string | undefined {
  if (text === '') return 'Escriba la tasa';
  if (!/^\d+(?:\.\d+)?$/.test(text) || isZero(decimal(text))) return 'Escriba un monto mayor que cero, como 745.60';
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(text)) return 'Hasta 999.99, con dos decimales';
  return undefined;
}

/** The newest earlier quarter with rates, to compare the typed ones with. */
export const before = (trimestres: readonly Trimestral[], { trimestre }: Trimestral): Trimestral | undefined =>
  trimestres.find((one) => one.trimestre < trimestre && one.tasas !== null);
