import type { ErrorDeDocumento } from '@timbre/contract';
import type { ECF } from '@timbre/ecf';
import { parseENCF } from '@timbre/values';
import { newId } from '../../db/id.ts';
import type { Tx } from '../../db/transactions.ts';
import { judgeOwnNumber, numberFault, occupied, readRanges } from '../emision/numbers.ts';
import { type NewDocumento, waitsFor } from '../emision/store.ts';
import type { Issuer } from '../empresa/issuers.ts';
import type { DocumentoDeLibro } from './libro/documento.ts';

/**
 * Makes the rows of a workbook's documents, batch after batch: whether their numbers may be used is judged here, and each
 * summary is tied to its invoice.
 *
 * @param id the import
 */
export function createRowMaker(issuer: Issuer, id: string, now: Date) {
  /** Full consumer invoices by their eNCF: the summaries come after them. */
  const invoices = new Map<string, string>();

  return async (tx: Tx, batch: readonly DocumentoDeLibro[], today: string): Promise<readonly NewDocumento[]> => {
    const faults = await judgeNumbers(tx, issuer, batch, today);
    return batch.map((documento, i) => {
      const rowId = newId(now);
      const { esRFCE, eNCF } = documento;
      if (!esRFCE) invoices.set(eNCF, rowId);
      const errores = [...documento.errores, ...(faults[i] ?? [])];
      return {
        id: rowId,
        ambiente: issuer.ambiente,
        rnc_emisor: documento.rncEmisor,
        tipo: Number(documento.tipo) || 0,
        numero: parseENCF(eNCF)?.secuencia ?? 0,
        encf: eNCF,
        es_rfce: esRFCE,
        resume_a: esRFCE ? (invoices.get(eNCF) ?? null) : null,
        estado: errores.some(({ aviso }) => !aviso) ? 'error' : 'pendiente',
        ocupa_numero: false,
        fecha_emision: documento.fechaEmision,
        monto_total: amountOf(documento.montoTotal),
        rnc_comprador: documento.rncComprador,
        razon_comprador: documento.razonComprador,
        arbol: documento.arbol,
        xml: null,
        xml_sha256: null,
        codigo_seguridad: null,
        fecha_firma: null,
        certificado_id: null,
        errores,
        espera_a: esRFCE ? null : waitsFor(documento.arbol as ECF),
        importacion_id: id,
        fila: documento.fila,
        origen: 'excel',
      };
    });
  };
}

/** What is wrong with the numbers that the documents bring: no range, an expired one, already used. */
async function judgeNumbers(
  tx: Tx,
  issuer: Issuer,
  batch: readonly DocumentoDeLibro[],
  today: string,
): Promise<readonly (readonly ErrorDeDocumento[])[]> {
  const ranges = await readRanges(tx, issuer.id, issuer.ambiente);
  const used = new Set<string>();
  for (const rncEmisor of new Set(batch.map((documento) => documento.rncEmisor))) {
    const eNCFs = batch.filter((documento) => documento.rncEmisor === rncEmisor).map(({ eNCF }) => eNCF);
    for (const eNCF of (await occupied(tx, issuer.id, issuer.ambiente, rncEmisor, eNCFs)).keys()) {
      used.add(`${rncEmisor}${eNCF}`);
    }
  }
  return batch.map(({ esRFCE, eNCF, rncEmisor, fila }) => {
    const parts = parseENCF(eNCF);
    if (esRFCE || !parts) return [];
    const celda = `fila ${fila}, columna ENCF`;
    if (used.has(`${rncEmisor}${eNCF}`)) return [{ ...numberFault('ecf/duplicado', eNCF), celda }];
    const judged = judgeOwnNumber(ranges, Number(parts.tipo), parts.secuencia, today);
    return typeof judged === 'string' ? [{ ...numberFault(judged, eNCF), celda }] : [];
  });
}

/** An amount that the column can hold; what cannot be read is one of the document's faults already. */
const amountOf = (text: string | null): string | null =>
  text !== null && /^-?\d{1,16}(\.\d{1,6})?$/.test(text) ? text : null;
