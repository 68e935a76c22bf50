import type { Refused, Verdict } from '@timbre/authority';
import { autoridad as contract } from '@timbre/contract';
import { fileName, readDocument } from '@timbre/ecf';
import type { Context } from '../../context.ts';
import { Problem, refuse } from '../../http/problem.ts';
import { type Http, handle } from '../../http/register.ts';
import { xmlOfForm } from '../firma/routes.ts';
import { tellFailures } from './failures.ts';

/** Serves the company's standing with the authority, and the specification's proxies to her (seeds/001 §7). */
export function autoridadRoutes(http: Http, ctx: Context): void {
  const { authority } = ctx;

  /** On whose behalf the authority is spoken to: always the caller's company, in its environment. */
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
      disponible: authority.available(who.ambiente),
    };
  }

  /** The standing as it has just become, which every open screen of the company is told of. */
  async function told(empresaId: string) {
    const datos = await standing(empresaId);
    await ctx.db.tenant(empresaId, (tx) => ctx.events.append(tx, empresaId, [{ tipo: 'autoridad', datos }]));
    return datos;
  }

  handle(http, contract.estadoAutoridad, ({ caller }) => standing(caller.empresaId));

  handle(http, contract.autenticar, async ({ caller }) => {
    await ctx.signers.of(caller.empresaId);
    await tellFailures(authority.authenticate(await whoOf(caller.empresaId)));
    return told(caller.empresaId);
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
    const { token, lifeMs } = await tellFailures(authority.validarSemilla(ambiente, xmlOfForm(form).toString('utf8')));
    const expira = new Date(ctx.clock.now().getTime() + lifeMs).toISOString();
    return { token, expiresIn: Math.floor(lifeMs / 1000), expira };
  });

  const receive = (route: typeof contract.recepcion | typeof contract.recepcionSimulada) =>
    handle(http, route, async ({ caller, form }) => {
      if (route.path === contract.recepcionSimulada.path && ctx.config.authority !== 'simulador') {
        refuse('recurso/no-encontrado', 'El simulador no está en uso en esta instalación');
      }
      const xml = xmlOfForm(form).toString('utf8');
      const read = readDocument(xml);
      if (read.kind !== 'ECF') return refuse('xml/invalido', 'El archivo no es un e-CF');
      await refuseForeign(caller.empresaId, read.tree.Encabezado?.Emisor?.RNCEmisor);
      const answer = await tellFailures(
        authority.enviarECF(await whoOf(caller.empresaId), { fileName: fileName(read.tree), xml }),
      );
      if (answer.kind === 'refused') throw refusedBy(answer);
      return { trackId: answer.trackId, error: '', mensaje: answer.mensajes.map(({ valor }) => valor).join('; ') };
    });
  receive(contract.recepcion);
  receive(contract.recepcionSimulada);

  handle(http, contract.consultaEstado, async ({ caller, query }) => {
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
    const xml = xmlOfForm(form).toString('utf8');
    const read = readDocument(xml);
    if (read.kind !== 'ACECF') return refuse('xml/invalido', 'El archivo no es una aprobación comercial (ACECF)');
    await refuseForeign(caller.empresaId, read.tree.DetalleAprobacionComercial?.RNCComprador);
    const answer = await tellFailures(
      authority.aprobacionComercial(await whoOf(caller.empresaId), { fileName: fileName(read.tree), xml }),
    );
    const { estado, codigo, mensajes } = verdictOf(answer);
    return { estado, codigo, mensaje: mensajes.map(({ valor }) => valor) };
  });

  /** A company sends only what is its own. */
  async function refuseForeign(empresaId: string, rnc: string | undefined): Promise<void> {
    const own = (await ctx.issuers.of(empresaId)).rnc;
    if (rnc !== own) refuse('acceso/denegado', `El documento es del RNC ${rnc ?? '(ninguno)'}`);
  }
}

const refusedBy = ({ mensajes }: Refused) =>
  new Problem('autoridad/rechazo', mensajes.map(({ codigo, valor }) => `${codigo}: ${valor}`).join('; '));

function verdictOf(answer: Verdict | Refused): Verdict {
  if (answer.kind === 'refused') throw refusedBy(answer);
  return answer;
}
