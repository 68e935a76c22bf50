import { type Fecha, formatENCF, formatFecha, formatFechaHora, isTipoECF, type TipoECF } from '@timbre/values';
import { computeTotals } from './arithmetic/compute.ts';
import type { Draft } from './arithmetic/draft.ts';
import { completePages } from './arithmetic/pages.ts';
import type { TasasSelectivo } from './arithmetic/rates.ts';
import type { ECFHead } from './codec/write-document.ts';
import { withoutZeroTaxes } from './codec/zero-taxes.ts';
import { describeField } from './describe-field.ts';
import { type IssuerData, issuerElements } from './issuer-data.ts';
import { compradorSinDatos } from './rfce.ts';
import type { ECF } from './schema/types.generated.ts';
import { plainTexts } from './texts.ts';

/** The data of the issuer in each of its documents. */
export interface IssuerFacts {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly datos: IssuerData;
}

/** The types whose schema has an element. */
const typesWith = (path: string): ReadonlySet<string> =>
  new Set(describeField('ECF', path)?.occurs.map(({ document }) => document));

/** @source specification 001 §5, "Type-dependent XML content" */
const withIndicadorMontoGravado = typesWith('Encabezado.IdDoc.IndicadorMontoGravado');
const withVencimiento = typesWith('Encabezado.IdDoc.FechaVencimientoSecuencia');

/**
 * Completes a draft with the values that follow from its issuer, the day and its type: version, IndicadorMontoGravado,
 * issuer with its facts, date, and for a consumer invoice without buyer the name that the schema requires. Adds its
 * computed amounts, also those of its pages. Values that the draft states are retained, in plain text.
 *
 * @param draft any part of it may be missing; its elements have the shape of the schema
 * @param now epoch milliseconds
 * @param tasas specific excise of quarters that are not official here
 * @param onChanged called with the path of each text that was changed: see `plainTexts`
 * @returns the document without eNCF, unless the draft has one; it may have faults
 */
export function completeDraft(
  draft: Draft,
  issuer: IssuerFacts,
  now: number,
  tasas?: readonly TasasSelectivo[],
  onChanged?: (path: string) => void,
): ECF {
  const encabezado = draft.Encabezado ?? {};
  const tipo = encabezado.IdDoc?.TipoeCF ?? '';
  const needsIndicador = withIndicadorMontoGravado.has(tipo) && hasTaxedItems(draft);
  const completed = {
    ...draft,
    Encabezado: {
      Version: '1.0',
      ...encabezado,
      IdDoc: { ...(needsIndicador ? { IndicadorMontoGravado: '0' } : {}), ...encabezado.IdDoc },
      Emisor: {
        RNCEmisor: issuer.rnc,
        RazonSocialEmisor: issuer.razonSocial,
        ...issuerElements(issuer.datos, tipo, encabezado.Emisor),
        FechaEmision: formatFecha(now),
        ...encabezado.Emisor,
      },
      ...(tipo === '32' && encabezado.Comprador === undefined ? { Comprador: { ...compradorSinDatos } } : {}),
    },
  };
  const computed = completePages(computeTotals(completed as Draft, tasas)) as unknown as ECF;
  return plainTexts('ECF', withoutZeros(computed), onChanged);
}

/**
 * The document without the additional taxes that it states as zero. They are left out after the totals were computed with
 * them: if its lines owe a tax, the rules report it.
 */
function withoutZeros(tree: ECF): ECF {
  const { Totales, OtraMoneda } = tree.Encabezado;
  return {
    ...tree,
    Encabezado: {
      ...tree.Encabezado,
      Totales: withoutZeroTaxes(Totales),
      ...(OtraMoneda !== undefined && { OtraMoneda: withoutZeroTaxes(OtraMoneda) }),
    },
  };
}

const hasTaxedItems = ({ DetallesItems }: Draft): boolean =>
  [DetallesItems?.Item ?? []].flat().some(({ IndicadorFacturacion }) => /^[123]$/.test(String(IndicadorFacturacion)));

/**
 * A document with the values that numbering and signing add: its eNCF, the expiry of its sequence if it states none, the time of
 * signing.
 *
 * @param vence expiry of the sequence; undefined where it has none
 * @param FechaHoraFirma dd-MM-yyyy HH:mm:ss
 */
export function numbered<Tree extends ECFHead>(
  tree: Tree,
  eNCF: string,
  vence: Fecha | undefined,
  FechaHoraFirma: string,
): Tree {
  const { IdDoc } = tree.Encabezado;
  const FechaVencimientoSecuencia = IdDoc.FechaVencimientoSecuencia ?? vence;
  const expiry = withVencimiento.has(IdDoc.TipoeCF) && FechaVencimientoSecuencia !== undefined;
  return {
    ...tree,
    Encabezado: { ...tree.Encabezado, IdDoc: { ...IdDoc, eNCF, ...(expiry ? { FechaVencimientoSecuencia } : {}) } },
    FechaHoraFirma,
  };
}

/**
 * The document with placeholders for the values that are not known yet, to find its faults before it takes a number.
 *
 * @param tree any part of it may be missing: it is unvalidated input
 * @param now epoch milliseconds
 */
export function asIfNumbered(tree: ECF, now: number): ECF {
  const { IdDoc } = (tree as Draft).Encabezado ?? {};
  if (typeof IdDoc !== 'object') return tree;
  const { TipoeCF, eNCF } = tree.Encabezado.IdDoc;
  const standIn = isTipoECF(TipoeCF) ? formatENCF(TipoeCF as TipoECF, 1) : '';
  return numbered(tree, eNCF ?? standIn, '31-12-2099' as Fecha, formatFechaHora(now));
}
