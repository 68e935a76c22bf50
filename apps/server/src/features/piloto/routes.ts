import { piloto as contract } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { signForm } from './form.ts';
import { fullInvoices, printedForms } from './packages.ts';
import { loadWorkbook, markStep, rehearseAgain, sendForReal } from './service.ts';
import { checkServices } from './services-check.ts';
import { viewPilot } from './view.ts';

/** Serves the pilot of the certification. */
export function pilotoRoutes(http: Http, ctx: Context): void {
  handle(http, contract.verPiloto, ({ caller }) => viewPilot(ctx, caller.empresaId));
  handle(http, contract.cargarEnPiloto, async ({ caller, params, form, request }) => {
    const usuarioId = caller.via === 'sesion' ? caller.usuarioId : null;
    const by = actorOf(caller, request);
    return {
      etapa: await loadWorkbook(ctx, caller.empresaId, params.parte, form.files.archivo, usuarioId, by),
    };
  });
  handle(http, contract.ensayarPiloto, async ({ caller, params, request }) => ({
    etapa: await rehearseAgain(ctx, caller.empresaId, params.parte, actorOf(caller, request)),
  }));
  handle(http, contract.enviarPiloto, async ({ caller, params, request }) => ({
    etapa: await sendForReal(ctx, caller.empresaId, params.parte, actorOf(caller, request)),
  }));
  handle(http, contract.completasDePiloto, ({ caller, query }) =>
    fullInvoices(ctx, caller.empresaId, query.de ?? 'set'),
  );
  handle(http, contract.representacionesDePiloto, ({ caller }) => printedForms(ctx, caller.empresaId));
  handle(http, contract.probarServicios, ({ caller }) => checkServices(ctx, caller.empresaId));
  handle(http, contract.firmarFormulario, ({ caller, form, request }) =>
    signForm(ctx, caller, form.files.archivo, actorOf(caller, request)),
  );
  handle(http, contract.marcarPaso, async ({ caller, params, body, request }) => {
    await markStep(ctx, caller.empresaId, params.numero, body.hecho, actorOf(caller, request));
    return undefined;
  });
}
