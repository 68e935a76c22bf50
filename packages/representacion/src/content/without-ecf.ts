import type { ECF } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { printedParts } from './content.ts';
import { field } from './head.ts';
import type { CampoNombreItem } from './lines.ts';
import type { AnyContent, Printed, Section } from './printed.ts';

/**
 * A document printed while no e-CF can be generated: one whose e-CF follows, without number; or one with a number of
 * series B, which an e-CF will replace.
 */
export type SinECF =
  | {
      readonly modelo: 'diferido';
      /** Where the buyer can consult the e-CF later. */
      readonly enlace: string;
    }
  | {
      readonly modelo: 'serie-b';
      /** `B0100000001`: see {@link tipoB}. */
      readonly ncf: string;
      /** Expiry of its sequence, dd-MM-yyyy; undefined for a type without one. */
      readonly vence?: string;
    };

/** The type of series B, and its name, in place of each type of e-CF. @source Norma General 06-18; Informe Técnico §18 */
const tiposB = {
  31: ['01', 'Factura de Crédito Fiscal'],
  32: ['02', 'Factura de Consumo'],
  33: ['03', 'Nota de Débito'],
  34: ['04', 'Nota de Crédito'],
  41: ['11', 'Comprobante de Compras'],
  43: ['13', 'Comprobante para Gastos Menores'],
  44: ['14', 'Comprobante para Regímenes Especiales'],
  45: ['15', 'Comprobante Gubernamental'],
  46: ['16', 'Comprobante para Exportaciones'],
  47: ['17', 'Comprobante para Pagos al Exterior'],
} as const satisfies Record<TipoECF, readonly [string, string]>;

/** The type of series B in place of a type of e-CF, one of the ten: `01` for `31`. */
export const tipoB = (tipo: string): string => tiposB[tipo as TipoECF][0];

/** @source Representación Impresa, modelo ilustrativo 3.2 */
const sinValor = 'Documento no válido para fines fiscales';

const without = (fields: readonly Printed[], ...paths: readonly string[]): readonly Printed[] =>
  fields.filter(({ of }) => !of.some((path) => paths.includes(path)));

const idDoc = 'Encabezado.IdDoc';
const emisor = 'Encabezado.Emisor';

const referencia = 'Referencia';

/** The sections, with the receipt that a note modifies in that of its reference: model 3.2 leaves its place empty. */
function withReference(sections: readonly Section[], modified: readonly Printed[]): readonly Section[] {
  if (modified.length === 0) return sections;
  const fields = modified.map((each) => (each.label === '' ? { ...each, label: 'Modificación' } : each));
  const own = sections.find(({ title }) => title === referencia);
  return [
    { title: referencia, fields: [...fields, ...(own?.fields ?? [])] },
    ...sections.filter((section) => section !== own),
  ];
}

/**
 * The content of a document printed while no e-CF can be generated. It has no stamp, since nothing is signed.
 *
 * @param document a valid document; its eNCF and its expiry are not printed
 * @param avisos legends after the official ones
 * @source Representación Impresa, modelos ilustrativos 3.2 and 4.2; Informe Técnico §18
 */
export function contentWithoutECF(
  document: ECF,
  como: SinECF,
  campoNombreItem: CampoNombreItem,
  avisos: readonly string[],
): AnyContent {
  const parts = printedParts(document, campoNombreItem);
  const modified = without(parts.identity, `${idDoc}.eNCF`, `${idDoc}.FechaVencimientoSecuencia`);
  const { TipoeCF } = document.Encabezado.IdDoc;
  if (como.modelo === 'serie-b')
    return {
      ...parts,
      title: { label: '', text: tiposB[TipoeCF as TipoECF][1], of: [`${idDoc}.TipoeCF`] },
      identity: [...field('NCF', como.ncf), ...field('Fecha de vencimiento', como.vence), ...modified],
      legends: avisos,
    };
  return {
    ...parts,
    title: { label: '', text: '', of: [] },
    identity: [],
    sections: withReference(parts.sections, modified),
    issuer: { ...parts.issuer, fields: without(parts.issuer.fields, `${emisor}.RNCEmisor`, `${emisor}.FechaEmision`) },
    legends: [
      sinValor,
      `El e-CF podrá ser consultado en ${como.enlace}, a partir de las veinticuatro (24) horas.`,
      ...avisos,
    ],
  };
}
