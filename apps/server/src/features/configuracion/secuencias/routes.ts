import { configuracion, empresa } from '@timbre/contract';
import type { Context } from '../../../context.ts';
import { actorOf } from '../../../http/caller.ts';
import { type Http, handle } from '../../../http/register.ts';
import { demandOwnRnc } from '../../empresa/service.ts';
import * as rangosNC from './rangos-nc.ts';
import type { SecuenciaRow } from './repo.ts';
import * as service from './service.ts';
import { numberView, rangoNCView, secuenciaView } from './view.ts';

export function secuenciasRoutes(http: Http, ctx: Context): void {
  handle(http, empresa.listarSecuencias, async ({ caller }) => {
    const { rows, assigned, ahead } = await service.listSecuencias(ctx, caller.empresaId);
    return rows.map((row) => secuenciaView(row, assigned, ahead.get(row.id) ?? 0, ctx.clock.now()));
  });

  handle(http, empresa.crearSecuencia, async ({ caller, body, request }) => {
    const { row, assigned } = await service.addSecuencia(ctx, caller.empresaId, body, actorOf(caller, request));
    // Nothing can be used ahead of it: a document's own number is refused outside every range.
    return secuenciaView(row, assigned, 0, ctx.clock.now());
  });

  handle(http, configuracion.eliminarSecuencia, ({ caller, params, request }) =>
    service.removeRange(ctx, caller.empresaId, params.id, isOfECF, actorOf(caller, request)),
  );

  handle(http, configuracion.libroDeNumeros, async ({ caller, params, query }) => {
    const before = query.antesDe === undefined ? undefined : Number(query.antesDe);
    const { range, numbers } = await service.listNumbers(ctx, caller.empresaId, params.id, before);
    const numeros = numbers.slice(0, service.numbersPage).map((row) => numberView(row, range));
    return { numeros, hayMas: numbers.length > service.numbersPage };
  });

  handle(http, configuracion.listarRangosNC, async ({ caller, query }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, query.rncEmisor);
    return (await rangosNC.listRangosNC(ctx, caller.empresaId)).map((row) => rangoNCView(row, rncEmisor));
  });

  handle(http, configuracion.crearRangoNC, async ({ caller, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    return rangoNCView(await rangosNC.addRangoNC(ctx, caller.empresaId, body, actorOf(caller, request)), rncEmisor);
  });

  handle(http, configuracion.modificarRangoNC, async ({ caller, params, body, request }) => {
    const rncEmisor = await demandOwnRnc(ctx, caller, body.rncEmisor);
    const by = actorOf(caller, request);
    return rangoNCView(await rangosNC.changeRangoNC(ctx, caller.empresaId, params.id, body, by), rncEmisor);
  });

  handle(http, configuracion.eliminarRangoNC, ({ caller, params, request }) =>
    service.removeRange(ctx, caller.empresaId, params.id, isOfCreditNotes, actorOf(caller, request)),
  );
}

const isOfECF = ({ tipo }: SecuenciaRow) => tipo > 0;
const isOfCreditNotes = ({ tipo }: SecuenciaRow) => tipo === 0 || tipo === 34;
