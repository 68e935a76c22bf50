import { reportes } from '@timbre/contract';
import { expect, test } from 'vitest';
import { withServer } from '../apps/server/src/main/testing/server.ts';
import { stranger } from '../apps/server/src/main/testing/stranger.ts';
import { samplePurchases, sheetBook, typed } from './spelled-purchases.ts';

const server = withServer();

test('the rows of a few dozen receipts are stored alike from texts by the call, and from a workbook in cells', async () => {
  const company = await stranger(server);
  const all = samplePurchases(36).filter(({ day }) => day < '2026-01-01');
  const load = async (datos: readonly reportes.RegistroCargado[]) =>
    (
      await server.call(
        reportes.cargarComprobantes,
        { params: { tipo: '606' }, body: { datos: [...datos] } },
        company.sesion,
      )
    ).body;
  const stored = async () => {
    const months = [...new Set(all.map(({ day }) => day.slice(0, 7).replace('-', '')))].sort();
    const lists = months.map((periodo) =>
      server.call(
        reportes.listarComprobantes,
        { params: { tipo: '606' }, query: { periodo, cuantos: 100 } },
        company.sesion,
      ),
    );
    return (await Promise.all(lists)).flatMap(({ body }) => body.comprobantes);
  };
  expect(await load(all.map(typed))).toMatchObject({ cargados: all.length, rechazados: [] });
  const before = await stored();
  expect(before.map(({ ncf }) => ncf).sort()).toEqual(all.map(({ ncf }) => ncf).sort());
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(sheetBook(all, 'biff8'))], 'compras.xls'));
  const { body } = await server.call(
    reportes.leerLibroDeComprobantes,
    { params: { tipo: '606' }, form },
    company.sesion,
  );
  expect(body.incidencias).toEqual([]);
  expect(await load(body.datos)).toMatchObject({ cargados: all.length, rechazados: [] });
  expect(await stored()).toEqual(before);
});
