import { type AmbienteDGII, type ECF, lineAmounts, plainTexts, timbreUrl } from '@timbre/ecf';
import { parseFechaHora } from '@timbre/values';
import { sectionsOf, termsOf } from './fields.ts';
import { buyerOf, identityOf, issuerOf } from './head.ts';
import { type CampoNombreItem, linesOf } from './lines.ts';
import { computedSubtotals, declaredPages } from './pages.ts';
import type { Content } from './printed.ts';
import { adjustmentsOf, subtotalsOf, totalsOf } from './totals.ts';

/** Data of the printed form that the document does not contain. */
export interface ContentOptions {
  /** First six characters of the SignatureValue (of the full document, even if the authority received its summary). */
  readonly codigoSeguridad: string;
  /** Printed instead of FechaHoraFirma, for a document that is not signed yet. */
  readonly fechaFirma?: string;
  readonly ambiente: AmbienteDGII;
  /** Hosts for the address in the QR code instead of the DGII's: those of a simulator. */
  readonly hosts?: { readonly ecf: string; readonly fc: string };
  /** `DescripcionItem` prints the description of each line below its name; default `NombreItem`, only the name. */
  readonly campoNombreItem?: CampoNombreItem;
  /** The document was issued without connection and the authority has not received it yet. */
  readonly contingencia?: boolean;
  /** Further legends after the official ones, such as a notice that this is a simulation. */
  readonly avisos?: readonly string[];
}

/** @source Representación Impresa, modelos ilustrativos 4.1 and 3.1 */
const leyendas = {
  contingencia:
    'e-CF emitido en modalidad de Contingencia, el cual podrá ser consultado para su validez fiscal, a partir de las setenta y dos (72) horas.',
  diferido:
    'e-CF emitido en modalidad Envío Diferido, podrá ser consultado para su validez fiscal, a partir de las veinticuatro (24) horas.',
} as const;

const legendsOf = (ecf: ECF, { contingencia, avisos = [] }: ContentOptions): readonly string[] => [
  ...(contingencia ? [leyendas.contingencia] : []),
  ...(ecf.Encabezado.IdDoc.IndicadorEnvioDiferido === '1' ? [leyendas.diferido] : []),
  ...avisos,
];

/**
 * The content of the printed form of an e-CF. Pure.
 * @param signed a valid document with its FechaHoraFirma
 * @source Informe Técnico e-CF §17; Formato e-CF v1.0, column I
 */
export function contentOf(signed: ECF, options: ContentOptions): Content {
  const {
    codigoSeguridad,
    fechaFirma = signed.FechaHoraFirma,
    ambiente,
    hosts,
    campoNombreItem = 'NombreItem',
  } = options;
  return {
    ...printedParts(signed, campoNombreItem),
    stamp: {
      url: timbreUrl(ambiente, signed, codigoSeguridad, hosts),
      fields: [
        { label: 'Código de Seguridad', text: codigoSeguridad, of: [] },
        { label: 'Fecha de Firma Digital', text: fechaFirma, of: ['FechaHoraFirma'] },
      ],
    },
    legends: legendsOf(signed, options),
  };
}

/** The common content of the printed forms of a document: all but its stamp and its legends. */
export function printedParts(document: ECF, campoNombreItem: CampoNombreItem): Omit<Content, 'stamp' | 'legends'> {
  // A letter and its accent are one character in the font.
  const ecf = plainTexts('ECF', document);
  return {
    ...identityOf(ecf),
    issuer: issuerOf(ecf.Encabezado),
    ...buyerOf(ecf.Encabezado),
    terms: termsOf(ecf),
    sections: sectionsOf(ecf),
    ...linesOf(ecf, lineAmounts(ecf), campoNombreItem),
    subtotals: subtotalsOf(ecf),
    adjustments: adjustmentsOf(ecf),
    ...totalsOf(ecf),
    pages: declaredPages(ecf),
    subtotalsOf: (ranges) => computedSubtotals(ecf, ranges),
    signedAt: parseFechaHora(ecf.FechaHoraFirma),
  };
}
