import { importacion, mapeo } from '@timbre/contract';
import { emptyDynamicMapping, emptyMapping, initialColumns } from '@timbre/reports';
import type { AnswerOf } from '@timbre/route';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import { type Http, handle, PartlyWritten } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc } from '../empresa/service.ts';
import {
  guardadoOf,
  mapeoIn,
  readParte,
  saveCatalogo,
  saveColumnas,
  saveDinamico,
  saveMapeo,
  saveTipos,
} from './service.ts';

const most = { bytes: mapeo.maximoDeArchivo, descomprimido: importacion.limitesDelLibro.descomprimido };

/** Serves the catalogue of accounts of a company and their mapping. */
export function mapeoRoutes(http: Http, ctx: Context): void {
  catalogueRoutes(http, ctx);
  mappingRoutes(http, ctx);
  columnRoutes(http, ctx);
}

function catalogueRoutes(http: Http, ctx: Context): void {
  handle(http, mapeo.verCatalogoDeCuentas, async ({ caller, params }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const row = await readParte(ctx, caller.empresaId, 'catalogo');
    return new PartlyWritten<AnswerOf<typeof mapeo.verCatalogoDeCuentas>, 'cuentas'>(
      guardadoOf(row),
      'cuentas',
      Buffer.from(row?.contenido ?? '[]'),
    );
  });
  handle(http, mapeo.guardarCatalogoDeCuentas, async ({ caller, params, body, request }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    return saveCatalogo(ctx, caller.empresaId, body, actorOf(caller, request));
  });
  handle(http, mapeo.leerLibroDeCuentas, async ({ caller, params, form: { files, fields } }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const { name, bytes } = files.archivo;
    const filasOcultas = fields.filasOcultas === 'leer' ? 'leer' : 'omitir';
    const vista = mapeo.filasDeVista + 1;
    const wanted = { bytes, name, most, hoja: fields.hoja || undefined, filasOcultas, vista } as const;
    return ctx.desk.readAccounts(alwaysInAThread, wanted);
  });
}

function mappingRoutes(http: Http, ctx: Context): void {
  handle(http, mapeo.verMapeoDeCuentas, async ({ caller, params }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const row = await readParte(ctx, caller.empresaId, 'mapeo');
    const contenido = Buffer.from(row?.contenido ?? JSON.stringify(emptyMapping));
    return new PartlyWritten<AnswerOf<typeof mapeo.verMapeoDeCuentas>, 'mapeo'>(guardadoOf(row), 'mapeo', contenido);
  });
  handle(http, mapeo.guardarMapeoDeCuentas, async ({ caller, params, body, request }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    return saveMapeo(ctx, caller.empresaId, body, actorOf(caller, request));
  });
  handle(http, mapeo.leerArchivoDeMapeo, async ({ caller, params, form: { files } }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const { name, bytes } = files.archivo;
    const { partes, descartes } = await ctx.desk.readMappingFile(alwaysInAThread, { bytes, name, most });
    return { partes: partes as Partial<mapeo.Mapeo>, descartes: [...descartes] };
  });
  handle(http, mapeo.verTiposDeBienes, async ({ caller, params }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const row = await readParte(ctx, caller.empresaId, 'mapeo');
    return { ...guardadoOf(row), mapeoTipos: { ...mapeoIn(row).mapeoTipos606 } };
  });
  handle(http, mapeo.guardarTiposDeBienes, async ({ caller, params, body, request }) => {
    const rnc = await demandOwnRnc(ctx, caller, params.rnc);
    return saveTipos(ctx, caller.empresaId, { part: 'mapeoTipos606', rnc, body }, actorOf(caller, request));
  });
  handle(http, mapeo.verTiposDeIngresos, async ({ caller, params }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const row = await readParte(ctx, caller.empresaId, 'mapeo');
    const codes = Object.entries(mapeoIn(row).mapeoTipos607).map(([id, tipo]) => [id, `0${tipo}`]);
    return { ...guardadoOf(row), mapeoTipos: Object.fromEntries(codes) };
  });
  handle(http, mapeo.guardarTiposDeIngresos, async ({ caller, params, body, request }) => {
    const rnc = await demandOwnRnc(ctx, caller, params.rnc);
    return saveTipos(ctx, caller.empresaId, { part: 'mapeoTipos607', rnc, body }, actorOf(caller, request));
  });
}

function columnRoutes(http: Http, ctx: Context): void {
  handle(http, mapeo.verColumnasExcel, async ({ caller, params }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const row = await readParte(ctx, caller.empresaId, 'columnas');
    return { ...guardadoOf(row), ...(row === undefined ? initialColumns : JSON.parse(row.contenido)) };
  });
  handle(http, mapeo.guardarColumnasExcel, async ({ caller, params, body: { version, ...columnas }, request }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    return saveColumnas(ctx, caller.empresaId, version, columnas, actorOf(caller, request));
  });
  handle(http, mapeo.verMapeoDinamico, async ({ caller, params }) => {
    const rnc = await demandOwnRnc(ctx, caller, params.rnc);
    const row = await readParte(ctx, caller.empresaId, 'dinamico');
    return { ...guardadoOf(row), rnc, ...(row === undefined ? emptyDynamicMapping : JSON.parse(row.contenido)) };
  });
  handle(http, mapeo.guardarMapeoDinamico, async ({ caller, params, body, request }) => {
    await demandOwnRnc(ctx, caller, params.rnc);
    const { version, rnc, fechaActualizacion: _, ...dinamico } = body;
    await demandOwnRnc(ctx, caller, rnc);
    return saveDinamico(ctx, caller.empresaId, version, dinamico, actorOf(caller, request));
  });
  handle(http, mapeo.guardarMapeoDinamicoCompleto, async ({ caller, body, request }) => {
    const { version, rnc, fechaActualizacion: _, ...dinamico } = body;
    await demandOwnRnc(ctx, caller, rnc);
    return saveDinamico(ctx, caller.empresaId, version, dinamico, actorOf(caller, request));
  });
}
