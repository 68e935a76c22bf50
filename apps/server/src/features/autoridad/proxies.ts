import { isUtf8 } from 'node:buffer';
import type { Refused, Verdict } from '@timbre/authority';
import { estadosFinales } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { refusedBy, tellFailures } from '../../domain/authority/tell-failures.ts';
import { demandAmbiente } from '../../domain/comprobantes/judge/incoming.ts';
import { underWay } from '../../domain/comprobantes/sending/door.ts';
import { findStandings, isAnswered, type Standing } from '../../domain/comprobantes/sending/standing.ts';
import { isId } from '../../platform/db/id.ts';
import type { Context } from '../context.ts';
import { identityOf } from './service.ts';

/** The form of a proxied call: an XML file, and fields that may name its environment. */
interface XmlForm {
  readonly fields: Parameters<typeof demandAmbiente>[0];
  readonly files: { readonly XmlFile: { readonly bytes: Buffer } };
}

/** Asks the authority for a seed, for a program that signs it itself. */
export async function requestSeed(ctx: Context, empresaId: string): Promise<string> {
  const { ambiente } = await identityOf(ctx, empresaId);
  return tellFailures(ctx.authority.semilla(ambiente));
}

/**
 * Exchanges a signed seed for a token of the authority. From then on the token stands here for the key of its caller.
 *
 * @throws Problem `xml/invalido`, `autoridad/…`
 */
export async function exchangeSeed(
  ctx: Context,
  holder: { readonly key: string; readonly empresaId: string },
  { fields, files }: XmlForm,
) {
  const { empresaId } = holder;
  const { ambiente } = await identityOf(ctx, empresaId);
  demandAmbiente(fields, { ambiente });
  const xml = textOfXml(files.XmlFile.bytes);
  if ((await ctx.desk.readProxied(xml.length, xml)).kind !== 'SemillaModel')
    return refuse('xml/invalido', 'El archivo no es una semilla firmada');
  const { token, lifeMs } = await tellFailures(ctx.authority.validarSemilla(ambiente, xml));
  const expira = new Date(ctx.clock.now().getTime() + lifeMs);
  await ctx.keys.storeToken(token, holder, expira);
  return { token, expiresIn: Math.floor(lifeMs / 1000), expira: expira.toISOString() };
}

/** The answer to a document that was sent through the door. @throws Problem `autoridad/rechazo` */
export function receptionView(standing: Standing) {
  const { id, encf: eNCF, estado, track_id: trackId, mensajes } = standing;
  // Not received at all: there is no trackId for a look-up.
  if (estado === 'rechazado' && trackId === null) throw refusedBy({ mensajes });
  const mensaje = isAnswered(standing) ? mensajes.map(({ valor }) => valor).join('; ') : underWay(standing);
  return { trackId, error: '', mensaje, id, eNCF, estado };
}

/**
 * The verdict on a trackId: the id of a document of this platform, or a trackId of the authority, which is asked.
 *
 * @throws Problem `autoridad/…`
 */
export async function findVerdict(ctx: Context, empresaId: string, trackId: string) {
  const [own] = isId(trackId) ? await ctx.db.tenant(empresaId, (tx) => findStandings(tx, empresaId, [trackId])) : [];
  if (own !== undefined) return verdictHere(own);
  const answer = await tellFailures(ctx.authority.consultaResultado(await identityOf(ctx, empresaId), trackId));
  const { estado, codigo, secuenciaUtilizada = null, mensajes } = verdictOf(answer);
  return { trackId, estado, codigo, secuenciaUtilizada, mensajes: [...mensajes] };
}

/** Sends a signed approval of the company. @throws Problem `xml/invalido`, `acceso/denegado`, `autoridad/…` */
export async function sendApproval(ctx: Context, empresaId: string, { fields, files }: XmlForm) {
  const who = await identityOf(ctx, empresaId);
  demandAmbiente(fields, who);
  const xml = textOfXml(files.XmlFile.bytes);
  const read = await ctx.desk.readProxied(xml.length, xml);
  if (read.kind !== 'ACECF') return refuse('xml/invalido', 'El archivo no es una aprobación comercial (ACECF)');
  await refuseForeign(ctx, empresaId, read.rncComprador);
  const file = { fileName: read.fileName ?? '', xml };
  const answer = await tellFailures(ctx.authority.aprobacionComercial(who, file));
  const { estado, codigo, mensajes } = verdictOf(answer);
  return { estado, codigo, mensaje: mensajes.map(({ valor }) => valor) };
}

/** A company may send only its own documents. */
async function refuseForeign({ issuers }: Context, empresaId: string, rnc: string | undefined): Promise<void> {
  const own = (await issuers.of(empresaId)).rnc;
  if (rnc !== own) refuse('acceso/denegado', `El documento es del RNC ${rnc?.slice(0, 60) ?? '(ninguno)'}`);
}

/** @throws Problem `xml/invalido` unless the bytes are UTF-8: decoded as other letters, the signature would not hold */
const textOfXml = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : refuse('xml/invalido', 'El XML debe estar en UTF-8');

/** The state of a document in this platform, in the form of a look-up's answer. Undecided documents are in process. */
const verdictHere = ({ id, estado, codigo, secuencia_utilizada, mensajes }: Standing) => ({
  trackId: id,
  estado: estadosFinales.has(estado) ? estado : 'en_proceso',
  codigo: codigo ?? '',
  secuenciaUtilizada: secuencia_utilizada,
  mensajes: [...mensajes],
});

function verdictOf(answer: Verdict | Refused): Verdict {
  if (answer.kind === 'refused') throw refusedBy(answer);
  return answer;
}
