import { configuracion } from '@timbre/contract';
import type { SecuenciaRow } from '../../../domain/comprobantes/numbers/ranges-repo.ts';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { demandOwnRnc } from '../../empresa/service.ts';
import * as rangosNC from './rangos-nc.ts';
import * as service from './service.ts';
import { numberView, rangoNCView, secuenciaView } from './view.ts';

export function secuenciasRoutes(http: Http, ctx: Context): void {
  handle(http, configuracion.listarSecuencias, ({ caller }) => service.viewSecuencias(ctx, caller.empresaId));

  handle(http, configuracion.crearSecuencia, async ({ caller, body, request }) => {
    const { row, assigned } = await service.addSecuencia(ctx, caller.empresaId, body, actorOf(caller, request));
    // A new range has no numbers used ahead: until it existed, a document that brought one was refused.
    return secuenciaView(row, assigned, undefined, ctx.clock.now());
  });

  handle(http, configuracion.registrarRangosDePrueba, async ({ caller, request }) => {
    const { stored, assigned } = await service.addTestRanges(ctx, caller.empresaId, actorOf(caller, request));
    return stored.map((row) => secuenciaView(row, assigned, undefined, ctx.clock.now()));
  });

  handle(http, configuracion.eliminarSecuencia, ({ caller, params, request }) =>
    service.removeRange(ctx, caller.empresaId, params.id, isOfECF, actorOf(caller, request)),
  );

  handle(http, configuracion.libroDeNumeros, async ({ caller, params, query }) => {
    const before = query.antesDe === undefined ? undefined : Number(query.antesDe);
    const { limite = service.numbersPage } = query;
    const { range, numbers } = await service.listNumbers(ctx, caller.empresaId, params.id, before, limite);
    const numeros = numbers.slice(0, limite).map((row) => numberView(row, range));
    return { numeros, hayMas: numbers.length > limite };
  });

  handle(http, configuracion.listarRangosNC, async ({ caller, query }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, query.rncEmisor);
    const { rows, ahead } = await rangosNC.listRangosNC(ctx, caller.empresaId);
    return rows.map((row) => rangoNCView(row, rncEmisor, ahead.get(row.id)));
  });

  handle(http, configuracion.crearRangoNC, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const { row, ahead } = await rangosNC.addRangoNC(ctx, caller.empresaId, body, actorOf(caller, request));
    return rangoNCView(row, rncEmisor, ahead);
  });

  handle(http, configuracion.proximoNumeroNC, async ({ caller, body }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const { rows, ahead } = await rangosNC.listRangosNC(ctx, caller.empresaId);
    const ranges = rows.filter(({ activo }) => activo).map((row) => rangoNCView(row, rncEmisor, ahead.get(row.id)));
    return { encfCompleto: rangosNC.nextNumber(ranges, body.prefijo) };
  });

  handle(http, configuracion.modificarRangoNC, async ({ caller, params, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const by = actorOf(caller, request);
    const { row, ahead } = await rangosNC.changeRangoNC(ctx, caller.empresaId, params.id, body, by);
    return rangoNCView(row, rncEmisor, ahead);
  });

  handle(http, configuracion.eliminarRangoNC, ({ caller, params, request }) =>
    service.removeRange(ctx, caller.empresaId, params.id, isOfCreditNotes, actorOf(caller, request)),
  );
}

const isOfECF = ({ tipo }: SecuenciaRow) => tipo > 0;
const isOfCreditNotes = ({ tipo }: SecuenciaRow) => tipo === 0 || tipo === 34;
