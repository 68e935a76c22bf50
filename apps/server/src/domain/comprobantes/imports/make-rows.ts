import type { ECF } from '@timbre/ecf';
import { formatFecha, formatISODate, isTipoECF, parseENCF } from '@timbre/values';
import { newId } from '../../../platform/db/id.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import { annuls, insertDocumentos, type NewDocumento, waitsFor } from '../issue/store.ts';
import { isRefused, summaryFault, unsignedState } from '../judge/complete-draft.ts';
import { expiryOf } from '../numbers/judge-number.ts';
import type { DocumentoDeLibro } from '../workbooks/documento.ts';
import { judgeBrought } from './judge-numbers.ts';

/** A document to be stored with an import; without a row where no workbook has it. */
export type DocumentoDeImportacion = Pick<
  DocumentoDeLibro,
  | 'esRFCE'
  | 'tipo'
  | 'eNCF'
  | 'rncEmisor'
  | 'rncComprador'
  | 'razonComprador'
  | 'fechaEmision'
  | 'montoTotal'
  | 'arbol'
  | 'errores'
> & { readonly fila: number | null };

/**
 * Creates the rows of an import's documents, batch by batch: judges whether their numbers may be used, and links each
 * summary to its invoice.
 *
 * @param id the import
 */
export function createRowMaker(issuer: Issuer, id: string, now: Date, origen: NewDocumento['origen'] = 'excel') {
  /** Ids of full consumer invoices by their eNCF: the summaries follow them. */
  const invoices = new Map<string, string>();
  const withErrors = new Set<string>();

  return async (tx: Tx, batch: readonly DocumentoDeImportacion[], today: string): Promise<readonly NewDocumento[]> => {
    const faults = await judgeNumbers(tx, issuer, batch, today);
    return batch.map((documento, i) => {
      const rowId = newId(now);
      const { esRFCE, eNCF } = documento;
      const inherited = esRFCE && withErrors.has(eNCF) ? [summaryFault(eNCF)] : [];
      const errores = [...documento.errores, ...(faults[i] ?? []), ...inherited];
      if (!esRFCE) invoices.set(eNCF, rowId);
      if (!esRFCE && isRefused(errores)) withErrors.add(eNCF);
      return {
        id: rowId,
        ambiente: issuer.ambiente,
        rnc_emisor: brief(documento.rncEmisor),
        tipo: isTipoECF(documento.tipo) ? Number(documento.tipo) : 0,
        numero: parseENCF(eNCF)?.secuencia ?? 0,
        encf: brief(eNCF),
        es_rfce: esRFCE,
        resume_a: esRFCE ? (invoices.get(eNCF) ?? null) : null,
        estado: unsignedState(errores),
        ocupa_numero: false,
        fecha_emision: documento.fechaEmision,
        monto_total: amountOf(documento.montoTotal),
        rnc_comprador: briefly(documento.rncComprador),
        razon_comprador: briefly(documento.razonComprador),
        arbol: documento.arbol,
        xml: null,
        xml_sha256: null,
        codigo_seguridad: null,
        fecha_firma: null,
        certificado_id: null,
        errores,
        espera_a: esRFCE ? null : briefly(waitsFor(documento.arbol as ECF)),
        anula: annuls(documento.arbol as ECF),
        importacion_id: id,
        fila: documento.fila,
        origen,
      };
    });
  };
}

const judgeNumbers = async (tx: Tx, issuer: Issuer, batch: readonly DocumentoDeImportacion[], today: string) =>
  judgeBrought(
    tx,
    issuer,
    batch.map(({ esRFCE, eNCF, rncEmisor, fila, arbol }) => ({
      eNCF: esRFCE ? '' : eNCF,
      rncEmisor,
      fila,
      vence: expiryOf(arbol as ECF),
    })),
    today,
  );

/** Documents that a feature adds to its own import. */
interface NewDocuments {
  readonly importacionId: string;
  readonly documents: readonly DocumentoDeImportacion[];
  readonly now: Date;
}

/** Stores documents with an import that no workbook fills. Returns their rows, with the faults of their numbers. */
export async function storeDocuments(
  tx: Tx,
  issuer: Issuer,
  { importacionId, documents, now }: NewDocuments,
): Promise<readonly NewDocumento[]> {
  const today = formatISODate(formatFecha(now.getTime()));
  const rows = await createRowMaker(issuer, importacionId, now, 'pantalla')(tx, documents, today);
  await insertDocumentos(tx, issuer.id, now, rows);
  return rows;
}

/**
 * The part of a text that a column stores: all of a text that the document's schema allows, the beginning of a longer
 * one.
 */
const brief = (text: string) => text.slice(0, 150);
const briefly = (text: string | null) => text && brief(text);

/** An amount that the column can store; one that cannot be read is already one of the document's errors. */
const amountOf = (text: string | null): string | null =>
  text !== null && /^-?\d{1,16}(\.\d{1,6})?$/.test(text) ? text : null;
