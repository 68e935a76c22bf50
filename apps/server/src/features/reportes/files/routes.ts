import { importacion, reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Periodo } from '@timbre/values';
import { alwaysInAThread } from '../../../domain/desk/desk.ts';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf, type CompanyCaller } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { demandOwnRnc } from '../../empresa/service.ts';
import { dinamicoOf } from '../../mapeo/service.ts';
import { demandOwnCompany } from '../../quickbooks/service.ts';
import { evidenceOf } from '../evidence/evidence.ts';
import { rangeOf, scopeOf } from '../service.ts';
import { excelOfReport, templateOf } from './books.ts';
import { removeTool, uploadTool, viewTools } from './tools.ts';

/** Serves the workbooks of the reports, the official tools, and the evidence of a month. */
export function bookRoutes(http: Http, ctx: Context): void {
  const scoped = ({ empresaId }: CompanyCaller) => scopeOf(ctx, empresaId);

  handle(http, reportes.exportarExcel, async ({ caller, params, query, request }) => {
    const days = rangeOf(query);
    return excelOfReport(ctx, await scoped(caller), params.tipo, days, actorOf(caller, request));
  });
  handle(http, reportes.plantillaDeReporte, async ({ caller, params: { tipo }, body, request }) => {
    const { rnc, companyId, fechaInicio, fechaFin, usarMacros = tipo === '606', formato = 'oficial' } = body;
    const scope = await scoped(caller);
    await demandOwnRnc(ctx, caller, rnc);
    await demandOwnCompany(ctx, caller.empresaId, companyId);
    const days = rangeOf({ fechaDesde: fechaInicio, fechaHasta: fechaFin });
    const options = { usarMacros, orden: formato };
    return templateOf(ctx, scope, tipo, days, options, actorOf(caller, request));
  });
  handle(http, reportes.evidenciaDePeriodo, async ({ caller, query: { periodo }, request }) =>
    evidenceOf(ctx, await scoped(caller), periodo as Periodo, actorOf(caller, request)),
  );
  handle(http, reportes.verHerramientas, ({ caller }) => viewTools(ctx, caller.empresaId));
  handle(http, reportes.subirHerramienta, ({ caller, params, form, request }) =>
    uploadTool(ctx, caller.empresaId, params.tipo, form.files.archivo, actorOf(caller, request)),
  );
  handle(http, reportes.eliminarHerramienta, async ({ caller, params, request }) => {
    await removeTool(ctx, caller.empresaId, params.tipo, actorOf(caller, request));
    return undefined;
  });
  handle(http, reportes.leerLibroDeComprobantes, async ({ caller, params: { tipo }, form: { files, fields } }) => {
    const { name, bytes } = files.archivo;
    const filasOcultas = fields.filasOcultas === 'leer' ? 'leer' : 'omitir';
    if (!/\.(xlsx|xlsm|xls|csv|txt)$/i.test(name))
      refuse('archivo/tipo', `«${name}» no termina en .xlsx, .xlsm, .xls, .csv ni .txt`);
    const { descomprimido } = importacion.limitesDelLibro;
    const most = { bytes: reportes.maximoDeLibro, descomprimido, filas: reportes.maximoDeComprobantes };
    const own = await dinamicoOf(ctx, caller.empresaId, tipo);
    const { rnc } = await scoped(caller);
    return ctx.desk.readReceiptsBook(alwaysInAThread, { bytes, name, tipo, rnc, own, most, filasOcultas });
  });
}
