import { type recibidas, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { campoNombreItemOf } from '../../domain/companies/companies-repo.ts';
import { answerReceived } from '../../domain/received/answer.ts';
import { answerBytes, answersOf } from '../../domain/received/answers-repo.ts';
import {
  countOthers,
  countReceived,
  filesOf,
  findReceived,
  listReceived,
  listRefusals,
  type Orden,
  placeAfter,
  placeOf,
  type ReceivedFilter,
  readBytes,
} from '../../domain/received/list-repo.ts';
import { PartlyWritten, type Payload } from '../../platform/http/register.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Place } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { noRecibidaView, recibidaView, respuestasView } from './view.ts';

/** Maximum other documents of a number that are counted. */
const mostOthers = 100;

const mostCounted = 1_000;

/** Maximum XML of a page, in bytes. */
const mostXmlOfPage = 8 * 1024 ** 2;

/** Which page of the received documents is asked for. */
interface AskedPage {
  readonly filter: ReceivedFilter;
  readonly orden: Orden;
  /** The last document already returned; undefined = from the first. */
  readonly after: Place | undefined;
  /** How many documents are passed over, at most 10,000. */
  readonly skip: number;
  readonly pageSize: number;
  readonly sinXml: boolean;
}

/**
 * A page of the received documents of a filter, with their files by id unless they are not wanted, how many there are,
 * and the place where the next page begins.
 */
export async function pageOfReceived(
  { db }: Context,
  empresaId: string,
  { filter, orden, after, skip, pageSize, sinXml }: AskedPage,
) {
  const [rows, counted, files] = await db.tenant(empresaId, async (tx) => {
    const from = skip === 0 ? after : await placeAfter(tx, empresaId, filter, orden, skip);
    const rows = from === 'end' ? [] : await listReceived(tx, empresaId, filter, orden, from, pageSize + 1);
    const ids = rows.slice(0, pageSize).map(({ id }) => id);
    return Promise.all([
      rows,
      countReceived(tx, empresaId, filter, mostCounted + 1),
      sinXml ? undefined : filesOf(tx, empresaId, ids, mostXmlOfPage),
    ]);
  });
  return {
    rows: rows.slice(0, pageSize),
    files,
    next: rows.length > pageSize ? placeOf(rows[pageSize - 1]!, orden) : undefined,
    totalItems: Math.min(counted, mostCounted),
    hayMas: counted > mostCounted,
  };
}

/** The documents that were refused when they arrived. */
export async function viewRefusals({ db }: Context, empresaId: string) {
  return (await db.tenant(empresaId, (tx) => listRefusals(tx, empresaId))).map(noRecibidaView);
}

/** Answers a document commercially, and returns it. @throws as {@link answerReceived} */
export async function answer(
  ctx: Context,
  empresaId: string,
  id: string,
  decision: {
    readonly estado: 'aceptada' | 'rechazada';
    readonly motivo?: string;
    readonly aunquePresentado?: boolean;
  },
  by: Actor,
): Promise<recibidas.Recibida> {
  const { estado, motivo, aunquePresentado } = decision;
  const aprobada = estado === 'aceptada';
  await answerReceived(ctx, empresaId, id, { aprobada, motivo: motivo?.trim() || undefined, aunquePresentado, ...by });
  const row = await ctx.db.tenant(empresaId, (tx) => findReceived(tx, empresaId, id));
  return recibidaView(row!, (await ctx.issuers.of(empresaId)).rnc);
}

/** One received document with all its data. @throws Problem `recurso/no-encontrado` */
export async function viewReceived(
  { db, desk, issuers }: Context,
  empresaId: string,
  id: string,
): Promise<PartlyWritten<recibidas.RecibidaCompleta, 'xmlData'>> {
  const { rnc } = await issuers.of(empresaId);
  const [row, bytes, answers, otrasDelNumero] = await db.tenant(empresaId, (tx) =>
    Promise.all([
      findReceived(tx, empresaId, id),
      readBytes(tx, empresaId, id),
      answersOf(tx, empresaId, id),
      countOthers(tx, empresaId, id, mostOthers),
    ]),
  );
  if (row === undefined || bytes === undefined) return refuse('recurso/no-encontrado');
  if (bytes.sin_bytes) refuse('recibida/sin-xml');
  const data = await desk.dataOfReceived(bytes.xml.length, bytes.xml);
  const rest = { ...recibidaView(row, rnc), otrasDelNumero, respuestas: respuestasView(answers) };
  return new PartlyWritten<recibidas.RecibidaCompleta, 'xmlData'>(rest, 'xmlData', data);
}

/** The exact bytes that were received. @throws Problem `recurso/no-encontrado` */
export async function xmlOfReceived(ctx: Context, empresaId: string, id: string): Promise<Payload> {
  const { xml, rnc_emisor, encf } = await demandBytes(ctx, empresaId, id);
  return { bytes: xml, fileName: `${rnc_emisor}${encf}.xml` };
}

/** The acknowledgement that was sent to its issuer. @throws Problem `recurso/no-encontrado`, `recibida/sin-acuse` */
export async function acuseOfReceived(ctx: Context, empresaId: string, id: string): Promise<Payload> {
  const { acuse, encf } = await demandBytes(ctx, empresaId, id);
  return { bytes: acuse ?? refuse('recibida/sin-acuse'), fileName: `acuse_${encf}.xml` };
}

/** A signed answer of the company to a document. @throws Problem `recurso/no-encontrado` */
export async function xmlOfAnswer(ctx: Context, empresaId: string, id: string, answer: string): Promise<Payload> {
  const row = await ctx.db.tenant(empresaId, (tx) => answerBytes(tx, empresaId, id, answer));
  const { xml, rnc_emisor, encf } = row ?? refuse('recurso/no-encontrado');
  return { bytes: xml, fileName: `aprobacion_${rnc_emisor}${encf}.xml` };
}

const simulated = 'SIMULADO: recibido con la DGII integrada, sin validez fiscal.';

/**
 * The printed form of a received document, without a logo: its issuer's is unknown. @throws as {@link xmlOfReceived}
 */
export async function printReceived(ctx: Context, empresaId: string, id: string): Promise<Payload> {
  const { xml, rnc_emisor, encf, codigo_seguridad, ambiente } = await demandBytes(ctx, empresaId, id);
  const campo = await ctx.db.tenant(empresaId, (tx) => campoNombreItemOf(tx, empresaId));
  const bytes = await ctx.desk.drawPrinted(Number.POSITIVE_INFINITY, {
    xml: xml.toString('utf8'),
    codigoSeguridad: codigo_seguridad,
    ambiente,
    contingencia: false,
    forma: 'carta',
    campoNombreItem: campo ?? 'NombreItem',
    avisos: ctx.config.authority === 'simulador' ? [simulated] : [],
    logo: undefined,
  });
  return { bytes: Buffer.from(bytes), contentType: tiposDeMedio.pdf, fileName: `${rnc_emisor}${encf}.pdf` };
}

/** @throws Problem `recurso/no-encontrado`, `recibida/sin-xml` */
async function demandBytes({ db }: Context, empresaId: string, id: string) {
  const row = (await db.tenant(empresaId, (tx) => readBytes(tx, empresaId, id))) ?? refuse('recurso/no-encontrado');
  return row.sin_bytes ? refuse('recibida/sin-xml') : row;
}

/** Receives the XML file of a document that its issuer delivered by other means. @throws Problem `xml/invalido` */
export async function receiveFile(
  ctx: Context,
  empresaId: string,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
) {
  // It may be old: its certificate must have been valid when it was signed.
  const input = { bytes, now: undefined, roots: ctx.config.receiverRoots };
  const judged = await ctx.desk.judgeReceived(bytes.length, input);
  if (judged.kind === 'unreadable') return refuse('xml/invalido', judged.detalle);
  const outcome = await ctx.receiver.receive(empresaId, { judged, bytes, via: 'archivo', direccion: name });
  const { eNCF: encF } = judged;
  if (outcome.kind === 'rechazado')
    return { resultado: 'rechazada', id: null, encF, detalle: outcome.detalle } as const;
  return { resultado: outcome.kind === 'nuevo' ? 'nueva' : 'repetida', id: outcome.id, encF, detalle: null } as const;
}
