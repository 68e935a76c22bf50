import { isUtf8 } from 'node:buffer';
import type { Refused, Verdict } from '@timbre/authority';
import { type Ambiente, autoridad as contract, estadosFinales } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import { countWaiting } from '../../domain/authority/outage-repo.ts';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { demandAmbiente } from '../../domain/comprobantes/judge/incoming.ts';
import { countUndelivered } from '../../domain/comprobantes/queries/undelivered.ts';
import { underWay } from '../../domain/comprobantes/sending/door.ts';
import { findStandings, isAnswered, type Standing } from '../../domain/comprobantes/sending/standing.ts';
import { isId } from '../../platform/db/id.ts';
import { waitOf } from '../../platform/http/patience.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { tellFailures } from './failures.ts';

const hourMs = 3_600_000;

/** Serves the state of the authority for the company, and the specification's proxies to it (docs/decisions/0027). */
export function autoridadRoutes(http: Http, ctx: Context): void {
  const { authority } = ctx;

  /** The identity used with the authority: always the caller's company, in its environment. */
  async function whoOf(empresaId: string) {
    const { id, ambiente } = await ctx.issuers.of(empresaId);
    return { empresa: id, ambiente };
  }

  async function standing(empresaId: string) {
    const who = await whoOf(empresaId);
    const session = authority.session(who);
    return {
      autenticado: session !== undefined,
      expira: session === undefined ? null : new Date(session.autenticadoHasta).toISOString(),
      autoridad: ctx.config.authority,
      disponible: ctx.outages.of(who.ambiente)?.fase !== 'caida',
      caida: await outage(empresaId, who.ambiente),
    };
  }

  async function outage(empresaId: string, ambiente: Ambiente) {
    const fallen = ctx.outages.of(ambiente);
    if (fallen === undefined) return null;
    const [{ esperan, proximo }, { documentos, primeraFirma }] = await ctx.db.tenant(empresaId, (tx) =>
      Promise.all([countWaiting(tx, empresaId), countUndelivered(tx, empresaId)]),
    );
    const { fase, servicio, desde, motivo, pruebaEn } = fallen;
    // The platform probes the host automatically. A single failed service is tried again with the next document.
    const next = servicio === '' ? pruebaEn : (proximo ?? pruebaEn);
    return {
      fase,
      servicio: servicio === '' ? null : servicio,
      desde: desde.toISOString(),
      motivo,
      esperan,
      proximoIntento: new Date(Math.max(next.getTime(), ctx.clock.now().getTime())).toISOString(),
      sinEntregar: documentos,
      entregarAntesDe:
        primeraFirma && new Date(primeraFirma.getTime() + ctx.config.contingencyHours * hourMs).toISOString(),
    };
  }

  /** Makes all waiting jobs of the company due. */
  const wake = (empresaId: string) => ctx.db.system((tx) => ctx.queue.wakeCompany(tx, 'envio', empresaId));

  /** Returns the present state, and sends it to every open screen of the company. */
  async function told(empresaId: string) {
    const datos = await standing(empresaId);
    await ctx.db.tenant(empresaId, (tx) => ctx.events.append(tx, empresaId, [{ tipo: 'autoridad', datos }]));
    return datos;
  }

  handle(http, contract.estadoAutoridad, ({ caller }) => standing(caller.empresaId));

  handle(http, contract.autenticar, async ({ caller }) => {
    await ctx.signers.of(caller.empresaId);
    await tellFailures(authority.authenticate(await whoOf(caller.empresaId)));
    // Some jobs waited until a certificate or a delegation was corrected.
    await wake(caller.empresaId);
    return told(caller.empresaId);
  });

  const retries = createRateLimit(ctx.clock, 3, 10);
  handle(http, contract.reintentar, async ({ caller }) => {
    retries.take(caller.empresaId);
    const { ambiente } = await whoOf(caller.empresaId);
    authority.hurry(ambiente);
    await authority.probe(ambiente);
    await wake(caller.empresaId);
    await ctx.outages.look();
    return standing(caller.empresaId);
  });

  handle(http, contract.cerrarAutoridad, async ({ caller }) => {
    authority.forget(caller.empresaId);
    return told(caller.empresaId);
  });

  handle(http, contract.semilla, async ({ caller }) => {
    const { ambiente } = await whoOf(caller.empresaId);
    return { bytes: await tellFailures(authority.semilla(ambiente)) };
  });

  handle(http, contract.validarSemilla, async ({ caller, form }) => {
    const { ambiente } = await whoOf(caller.empresaId);
    demandAmbiente(form.fields, { ambiente });
    const xml = textOfXml(form.files.XmlFile.bytes);
    if ((await ctx.desk.readProxied(xml.length, xml)).kind !== 'SemillaModel')
      return refuse('xml/invalido', 'El archivo no es una semilla firmada');
    const { token, lifeMs } = await tellFailures(authority.validarSemilla(ambiente, xml));
    const expira = new Date(ctx.clock.now().getTime() + lifeMs).toISOString();
    return { token, expiresIn: Math.floor(lifeMs / 1000), expira };
  });

  const receive = (route: typeof contract.recepcion | typeof contract.recepcionSimulada) =>
    handle(http, route, async ({ caller, form, headers, reply }) => {
      if (route.path === contract.recepcionSimulada.path && ctx.config.authority !== 'simulador') {
        refuse('recurso/no-encontrado', 'El simulador no está en uso en esta instalación');
      }
      const { empresaId } = caller;
      const standing = await ctx.door.send({
        empresaId,
        kind: 'ECF',
        bytes: form.files.XmlFile.bytes,
        fields: form.fields,
        ...waitOf(reply, headers?.prefer),
      });
      if (!isAnswered(standing)) reply.code(202);
      const { id, encf: eNCF, estado, track_id: trackId, mensajes } = standing;
      // Not received at all: there is no trackId for a look-up.
      if (estado === 'rechazado' && trackId === null) throw refusedBy({ mensajes });
      const mensaje = isAnswered(standing) ? mensajes.map(({ valor }) => valor).join('; ') : underWay(standing);
      return { trackId, error: '', mensaje, id, eNCF, estado };
    });
  receive(contract.recepcion);
  receive(contract.recepcionSimulada);

  handle(http, contract.consultaEstado, async ({ caller, query }) => {
    const own = isId(query.TrackId)
      ? await ctx.db.tenant(caller.empresaId, (tx) => findStandings(tx, caller.empresaId, [query.TrackId]))
      : [];
    if (own[0] !== undefined) return verdictHere(own[0]);
    const answer = await tellFailures(authority.consultaResultado(await whoOf(caller.empresaId), query.TrackId));
    const verdict = verdictOf(answer);
    return {
      trackId: query.TrackId,
      estado: verdict.estado,
      codigo: verdict.codigo,
      secuenciaUtilizada: verdict.secuenciaUtilizada ?? null,
      mensajes: [...verdict.mensajes],
    };
  });

  handle(http, contract.aprobacionComercial, async ({ caller, form }) => {
    demandAmbiente(form.fields, await whoOf(caller.empresaId));
    const xml = textOfXml(form.files.XmlFile.bytes);
    const read = await ctx.desk.readProxied(xml.length, xml);
    if (read.kind !== 'ACECF') return refuse('xml/invalido', 'El archivo no es una aprobación comercial (ACECF)');
    await refuseForeign(caller.empresaId, read.rncComprador);
    const answer = await tellFailures(
      authority.aprobacionComercial(await whoOf(caller.empresaId), { fileName: read.fileName ?? '', xml }),
    );
    const { estado, codigo, mensajes } = verdictOf(answer);
    return { estado, codigo, mensaje: mensajes.map(({ valor }) => valor) };
  });

  /** A company may send only its own documents. */
  async function refuseForeign(empresaId: string, rnc: string | undefined): Promise<void> {
    const own = (await ctx.issuers.of(empresaId)).rnc;
    if (rnc !== own) refuse('acceso/denegado', `El documento es del RNC ${rnc?.slice(0, 60) ?? '(ninguno)'}`);
  }
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

const refusedBy = ({ mensajes }: Pick<Refused, 'mensajes'>) =>
  new Problem('autoridad/rechazo', mensajes.map(({ codigo, valor }) => `${codigo}: ${valor}`).join('; '));

function verdictOf(answer: Verdict | Refused): Verdict {
  if (answer.kind === 'refused') throw refusedBy(answer);
  return answer;
}
