import type { ErrorDeDocumento } from '@timbre/contract';
import { compareRFCE } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { newId } from '../../../platform/db/id.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { type Arriving, type ArrivingECF, type ArrivingRFCE, refuseFaulty } from '../judge/incoming.ts';
import { headOfStored, type Stored } from '../judge/stored.ts';
import { lockRanges } from '../numbers/lock-ranges.ts';
import { refuseNumber, refuseTaken } from '../numbers/refuse-number.ts';
import { takeNumbers } from '../numbers/take-numbers.ts';
import { findHolders, type Holder, reviveInvoice, setOrigen, setSummarised, xmlOf } from './adopt-repo.ts';
import { assignNumbers } from './assign-numbers.ts';
import { judgeReferences } from './references.ts';
import {
  factsOf,
  insertDocumentos,
  markSigned,
  type NewDocumento,
  type SignedRow,
  sealedRows,
  sendJob,
  signedRows,
} from './store.ts';

/** How a signed document enters the ledger. */
interface Entry {
  readonly issuer: Issuer;
  readonly now: Date;
  /** `firma`: it is stored and not sent until a caller asks; `api`: it is sent. */
  readonly origen: 'firma' | 'api';
  /**
   * It was signed now, and the caller did not choose the time of signing: a different time does not make it another
   * document.
   */
  readonly anyMoment?: boolean;
  /** Reads a signed XML of the database. An exception that it throws must end the transaction. */
  readonly read: (xml: string) => Stored;
}

/** A document in the ledger: the row that is sent, and the bytes that are stored. */
export interface Entered {
  readonly id: string;
  readonly xml: string;
}

/**
 * Enters a signed document in the ledger, in the caller's transaction: its number is checked and taken, its bytes are
 * stored, and it is queued if it is to be sent.
 *
 * If the same bytes arrive again, the stored document is returned. Other bytes with a number that is taken are refused.
 * A document rejected with its number unused is replaced in its row.
 *
 * @throws Problem `ecf/duplicado`, `secuencia/…`, `peticion/no-coincide`, `ecf/invalido`
 */
export async function enter(
  tx: Tx,
  context: Pick<Core, 'queue' | 'events' | 'quarantine'>,
  entry: Entry,
  arriving: Arriving,
): Promise<Entered> {
  const { issuer } = entry;
  // The lock excludes other numbering: no other transaction takes or frees this number until this one ends.
  const ranges = await lockRanges(tx, issuer.id, issuer.ambiente, [arriving.tipo]);
  const holders = await findHolders(tx, issuer, arriving.eNCF);
  const sha256 = arriving.signed.sha256;
  const same = holders.find((row) => row.es_rfce === (arriving.kind === 'RFCE') && row.sha256 === sha256);
  // Signing the same content twice yields the same signature: a document rejected with its number unused is signed
  // again in its row.
  if (same !== undefined && !(same.libre && entry.origen === 'firma')) {
    await resume(tx, context, entry, same, holders);
    return { id: same.id, xml: arriving.signed.xml };
  }
  const stored = entry.origen === 'firma' ? await findSameContent(tx, entry, holders, arriving) : undefined;
  if (stored !== undefined) return stored;
  const place = { tx, context, entry, ranges, holders };
  const id = await (arriving.kind === 'ECF' ? enterInvoice(place, arriving) : enterSummary(place, arriving));
  return { id, xml: arriving.signed.xml };
}

/** The document that holds the number, if its content is the same: a caller that signs it again receives it. */
async function findSameContent(
  tx: Tx,
  { issuer, anyMoment = false, read }: Entry,
  holders: readonly Holder[],
  { kind, content }: Arriving,
): Promise<Entered | undefined> {
  const held = holders.find(({ ocupa_numero, es_rfce }) => ocupa_numero && es_rfce === (kind === 'RFCE'));
  if (held === undefined) return undefined;
  const xml = await xmlOf(tx, issuer.id, held.id);
  const stored = read(xml);
  const says = anyMoment ? stored.content.anyMoment : stored.content.exact;
  return stored.kind === kind && says === content ? { id: held.id, xml } : undefined;
}

interface Place {
  readonly tx: Tx;
  readonly context: Pick<Core, 'queue' | 'events' | 'quarantine'>;
  readonly entry: Entry;
  readonly ranges: Awaited<ReturnType<typeof lockRanges>>;
  readonly holders: readonly Holder[];
}

/** Queues a stored document for sending, if that was not requested before. */
async function resume(
  tx: Tx,
  context: Pick<Core, 'queue'>,
  { issuer, origen }: Entry,
  row: Holder,
  holders: readonly Holder[],
) {
  if (origen !== 'api' || row.estado !== 'firmado' || row.en_cola) return;
  const invoice = holders.find(({ id }) => id === row.resume_a);
  if ((invoice ?? row).origen === 'firma')
    await setOrigen(tx, issuer.id, [row.id, ...(invoice ? [invoice.id] : [])], 'api');
  await context.queue.enqueue(tx, [sendJob(issuer.id, row)]);
}

/**
 * Takes the number of an arriving document, which no document holds. Returns the notices about its texts and about its
 * reference to another document.
 */
async function takeNumber(
  { tx, context, entry, ranges }: Place,
  arriving: Arriving,
): Promise<readonly ErrorDeDocumento[]> {
  const { issuer, now } = entry;
  const numbering = {
    empresaId: issuer.id,
    ambiente: issuer.ambiente,
    quarantine: context.quarantine,
    now: now.getTime(),
  };
  await context.quarantine.demandSame(tx);
  const [avisos = []] = arriving.kind === 'ECF' ? await judgeReferences(tx, numbering, [arriving]) : [];
  refuseFaulty(avisos);
  const number = (
    await assignNumbers(tx, numbering, { ranges, numbers: takeNumbers }, [{ unsealed: arriving, index: 0 }])
  ).get(0);
  if (number === undefined || 'problem' in number)
    refuseNumber(number?.problem ?? 'secuencia/falta', arriving.eNCF, issuer.ambiente, ranges);
  return arriving.kind === 'ECF' ? [...arriving.avisos, ...avisos] : avisos;
}

async function enterInvoice(place: Place, arriving: ArrivingECF): Promise<string> {
  const { tx, entry, holders } = place;
  const { issuer, now, origen } = entry;
  const held = holders.find(({ ocupa_numero }) => ocupa_numero);
  if (held !== undefined) return refuseTaken(held, arriving.eNCF);
  const freed = holders.find(({ es_rfce, libre }) => !es_rfce && libre);
  const errores = await takeNumber(place, arriving);
  if (freed !== undefined) {
    const summary = holders.find(({ resume_a }) => resume_a === freed.id);
    if ((summary === undefined) !== (arriving.rfce === undefined)) refuseFaulty([crossesThreshold]);
    const rows = signedRows(arriving, freed.id, summary?.id ?? null, errores);
    await signAgain(place, rows, arriving.certificadoId);
    return finish(place, arriving, rows, summary ?? freed);
  }
  const ids = { id: newId(now), rfceId: newId(now) };
  const fresh = sealedRows(arriving, {
    ...ids,
    ambiente: issuer.ambiente,
    certificadoId: arriving.certificadoId,
    origen,
    errores,
  });
  const alone = holders.find(({ es_rfce, resume_a, libre }) => es_rfce && resume_a === null && libre);
  if (alone === undefined || arriving.rfce === undefined) {
    await insertDocumentos(tx, issuer.id, now, fresh);
    return finish(place, arriving, fresh, fresh.at(-1)!);
  }
  // The summary that was stored without its invoice, and was rejected, becomes the summary of the invoice.
  const [, summary] = signedRows(arriving, ids.id, alone.id);
  await insertDocumentos(tx, issuer.id, now, fresh.slice(0, 1));
  await setSummarised(tx, issuer.id, alone.id, ids.id);
  await signAgain(place, [summary!], arriving.certificadoId);
  return finish(place, arriving, [fresh[0]!, summary!], alone);
}

async function enterSummary(place: Place, arriving: ArrivingRFCE): Promise<string> {
  const { tx, entry, holders } = place;
  const { issuer, now, origen } = entry;
  const held = holders.find(({ ocupa_numero }) => ocupa_numero);
  const summary = holders.find(({ es_rfce, ocupa_numero, libre }) => es_rfce && (held ? ocupa_numero : libre));
  const invoice = holders.find(({ id }) => id === summary?.resume_a);
  if (held !== undefined) {
    if (summary === undefined || invoice === undefined || !isUnsent(summary, invoice))
      return refuseTaken(held, arriving.eNCF);
    await demandSummaryOf(place, invoice, arriving);
    const rows = [summaryRow(arriving, summary.id)];
    await signAgain(place, rows, arriving.certificadoId);
    if (origen === 'api') await setOrigen(tx, issuer.id, [invoice.id], origen);
    return finish(place, arriving, rows, summary);
  }
  await takeNumber(place, arriving);
  if (summary === undefined) {
    const row = aloneRow(arriving, newId(now), entry);
    await insertDocumentos(tx, issuer.id, now, [row]);
    return finish(place, arriving, [row], row);
  }
  const rows = [summaryRow(arriving, summary.id)];
  if (invoice?.codigo_seguridad === arriving.signed.codigoSeguridad) {
    await demandSummaryOf(place, invoice, arriving);
    await reviveInvoice(tx, issuer.id, invoice.id);
    await setOrigen(tx, issuer.id, [invoice.id], origen);
  } else if (invoice !== undefined) await setSummarised(tx, issuer.id, summary.id, null);
  await signAgain(place, rows, arriving.certificadoId);
  return finish(place, arriving, rows, summary);
}

/** Only a summary that was signed here, and certainly was not sent, is replaced by other bytes of the same summary. */
const isUnsent = (summary: Holder, invoice: Holder): boolean =>
  invoice.origen === 'firma' && summary.estado === 'firmado' && !summary.en_cola && !summary.intentado;

const crossesThreshold: ErrorDeDocumento = {
  codigo: 'ECF-UMBRAL',
  campo: 'Encabezado.Totales.MontoTotal',
  mensaje: 'El cambio cruza el umbral de RD$250,000 de las facturas de consumo. Emita otro comprobante en su lugar.',
};

/** Throws unless the summary belongs to the invoice: compares its security code, then each of its amounts. */
async function demandSummaryOf({ tx, entry }: Place, invoice: Holder, { head, signed }: ArrivingRFCE): Promise<void> {
  if (invoice.codigo_seguridad !== signed.codigoSeguridad)
    refuse(
      'peticion/no-coincide',
      `CodigoSeguridadeCF: el resumen dice «${signed.codigoSeguridad}» y la factura que resume es «${invoice.codigo_seguridad}»`,
    );
  const full = headOfStored(entry.read(await xmlOf(tx, entry.issuer.id, invoice.id)));
  // If the invoice names no buyer, the buyer of the summary cannot be compared.
  const named = full.Encabezado.Comprador !== undefined;
  const faults = compareRFCE(head, full).filter(({ path }) => named || !path.startsWith('Encabezado.Comprador.'));
  refuseFaulty(faults.map(({ code, path, message }) => ({ codigo: code, campo: path, mensaje: message })));
}

/** Replaces the signed bytes of existing rows. */
async function signAgain({ tx, entry }: Place, rows: readonly SignedRow[], certificadoId: string): Promise<void> {
  const { issuer, origen } = entry;
  await markSigned(tx, issuer.id, certificadoId, rows);
  await setOrigen(
    tx,
    issuer.id,
    rows.map(({ id }) => id),
    origen,
  );
}

const signedColumns = ({ signed }: ArrivingRFCE) => ({
  xml: signed.xml,
  xml_sha256: signed.sha256,
  codigo_seguridad: signed.codigoSeguridad,
  fecha_firma: null,
});

function summaryRow(arriving: ArrivingRFCE, id: string): SignedRow {
  const { rnc_emisor: _, tipo: __, ...facts } = factsOf(arriving.head);
  return { ...facts, id, ...signedColumns(arriving) };
}

const aloneRow = (arriving: ArrivingRFCE, id: string, { issuer, origen }: Entry): NewDocumento => ({
  ...factsOf(arriving.head),
  ...signedColumns(arriving),
  id,
  ambiente: issuer.ambiente,
  es_rfce: true,
  resume_a: null,
  estado: 'firmado',
  ocupa_numero: true,
  arbol: null,
  certificado_id: arriving.certificadoId,
  errores: [],
  importacion_id: null,
  fila: null,
  origen,
});

/**
 * Queues the row that is sent, if it is to be sent, and records the event. Returns the row of the document that
 * arrived.
 */
async function finish(
  { tx, context, entry, holders }: Place,
  { tipo, kind, eNCF }: Arriving,
  rows: readonly (SignedRow | NewDocumento)[],
  travels: { readonly id: string },
): Promise<string> {
  const { issuer, origen } = entry;
  const es_rfce = kind === 'RFCE';
  if (origen === 'api') await context.queue.enqueue(tx, [sendJob(issuer.id, { id: travels.id, tipo, es_rfce })]);
  await context.events.append(
    tx,
    issuer.id,
    rows.map(({ id, espera_a, xml_sha256 }) =>
      documentEvent({
        id,
        importacionId: holders.find((row) => row.id === id)?.importacion_id ?? null,
        eNCF,
        estado: 'firmado',
        esperaA: espera_a,
        sha256: xml_sha256,
      }),
    ),
  );
  return kind === 'ECF' ? rows[0]!.id : travels.id;
}
