import { auditoria, configuracion, correo, documentos, emision, entregas } from '@timbre/contract';
import { formatFecha } from '@timbre/values';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { invoicesToDeliverQuery } from '../../domain/comprobantes/queries/invoices-to-deliver.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makePerson } from '../../main/testing/people.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import { entriesAfterQuery } from '../../platform/events/entries-repo.ts';

// Accepted invoices that are delivered automatically, to a buyer that the simulator plays.

const server = withIssuing();
const listed = '131880681';
const identity = makeCertificate();

beforeAll(() => server.simulator.control.taxpayer({ rnc: listed, nombre: 'Otra Empresa SRL', ...identity }));
beforeEach(async () => {
  server.simulator.control.clearFaults();
  await server.ctx.db.tenant(server.empresaId, (tx) => tx.deleteFrom('entrega_pausa').execute());
});

const turn = (activa: boolean, key = server.key) =>
  server.call(configuracion.guardarEntregaAutomatica, { body: { activa } }, key);

/** Issues an invoice and waits until it is accepted. */
async function accepted(rnc = listed, sale: Parameters<typeof saleOf>[0] = {}): Promise<{ id: string; eNCF: string }> {
  const comprador = { RNCComprador: rnc, RazonSocialComprador: 'Comprador de Prueba SRL' };
  const { body } = await server.call(emision.enviarFactura, { body: saleOf({ comprador, ...sale }) }, server.key);
  await server.until(async () => {
    const seen = await server.call(documentos.verDocumento, { params: { id: body.id } }, server.key);
    return seen.body.estado === 'aceptado' || seen.body.estado === 'aceptado_condicional';
  });
  return { id: body.id, eNCF: body.eNCF };
}

const deliveryOf = async (id: string) => (await server.call(entregas.verEntrega, { params: { id } }, server.key)).body;

/** The delivery of an invoice, once it was tried or will not be tried. */
const ended = (id: string) =>
  server.until(async () => {
    const delivery = await deliveryOf(id);
    return delivery !== null && (delivery.estado !== 'pendiente' || delivery.detalle !== null) ? delivery : undefined;
  });

/** Waits until the record was read up to its end. */
const allRead = () =>
  server.until(async () => {
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`select 1 from trabajo where clase in ('reparto', 'envio') and empresa_id = ${server.empresaId}`.execute(tx),
    );
    return rows.length === 0;
  });

const receivedOf = (eNCF: string) =>
  server.simulator.control.received({ rnc: listed }).filter((one) => one.eNCF === eNCF);

async function directoryCalls(): Promise<number> {
  const { values } = await server.ctx.metrics.authorityCalls.get();
  return values.reduce((sum, { labels, value }) => sum + (labels.servicio === 'directorioPorRNC' ? value : 0), 0);
}

test('automatic delivery is off until an administrator switches it on, which is recorded; earlier acceptances stay', async () => {
  const view = async () => (await server.call(configuracion.verEntregaAutomatica, {}, server.key)).body;
  expect(await view()).toEqual({ activa: false, desde: null, por: null });
  const before = await accepted();
  const clerk = await makePerson(server, { id: server.empresaId, rnc: server.rnc } as never, 'facturador');
  expect((await turn(true, clerk)).problem.code).toBe('acceso/denegado');
  const { body } = await turn(true);
  expect(body).toMatchObject({ activa: true, por: expect.any(String), desde: expect.any(String) });
  expect((await turn(true)).body).toEqual(body);
  expect(await view()).toEqual(body);
  const { body: record } = await server.call(
    auditoria.listarAuditoria,
    { query: { grupo: 'configuracion' } },
    server.key,
  );
  const recorded = record.entradas.filter(({ descripcion }) => descripcion.includes('entrega automática'));
  expect(recorded.map(({ descripcion }) => descripcion)).toEqual([
    'Activó la entrega automática de las facturas aceptadas a sus compradores',
  ]);

  const after = await accepted();
  expect(await ended(after.id)).toMatchObject({ estado: 'entregada', intentos: 1, tieneAcuse: true });
  expect(receivedOf(after.eNCF)).toMatchObject([{ estado: '0' }]);
  await allRead();
  expect(await deliveryOf(before.id)).toBeNull();
});

test('documents without a delivery to a buyer, and those accepted while it is off, are left out', async () => {
  await turn(true);
  const consumo = await accepted(listed, { tipo: '32' });
  const gubernamental = await accepted(listed, { tipo: '45' });
  await allRead();
  expect(await Promise.all([consumo, gubernamental].map(({ id }) => deliveryOf(id)))).toEqual([null, null]);

  const InformacionReferencia = {
    NCFModificado: 'B0100000001',
    FechaNCFModificado: formatFecha(Date.now()),
    CodigoModificacion: '4',
  };
  const reemplazo = await accepted(listed, { more: { InformacionReferencia } });
  await allRead();
  const params = { id: reemplazo.id };
  expect(await deliveryOf(reemplazo.id)).toBeNull();
  expect((await server.call(entregas.entregarFactura, { params, body: {} }, server.key)).problem.code).toBe(
    'entrega/contingencia',
  );
  const body = { para: ['comprador@ejemplo.example'] };
  expect((await server.call(correo.enviarPorCorreo, { params, body }, server.key)).problem.code).toBe(
    'entrega/contingencia',
  );
  await turn(false);
  const between = await accepted();
  await turn(true);
  const after = await accepted();
  expect(await ended(after.id)).toMatchObject({ estado: 'entregada' });
  await allRead();
  expect(await deliveryOf(between.id)).toBeNull();
});

test('many changes of documents are read page after page, without further events', async () => {
  await turn(true);
  const { ctx, empresaId } = server;
  const first = await accepted();
  await ended(first.id);
  await ctx.db.tenant(empresaId, async (tx) => {
    const moved = { importacionId: null, eNCF: 'E310000000000', estado: 'aceptado' } as const;
    await tx.deleteFrom('entrega').where('documento_id', '=', first.id).execute();
    const others = Array.from({ length: 450 }, () => documentEvent({ ...moved, id: newId(new Date()) }));
    await ctx.events.append(tx, empresaId, [...others, documentEvent({ ...moved, id: first.id })]);
  });
  // The buyer has it already: it was notified twice that the invoice was accepted.
  expect(await ended(first.id)).toMatchObject({ estado: 'rechazada', detalle: expect.stringContaining('código 3') });
  // In one run: not as a job that failed, and was tried again for each page.
  expect(server.logged.filter((line) => line.includes('"clase":"reparto"'))).toEqual([]);
});

describe('a buyer', () => {
  test('a buyer without address is looked for once, and delivered to when a person asks after it has one', async () => {
    await turn(true);
    const rnc = '101000023';
    const [before, first] = [await directoryCalls(), await accepted(rnc)];
    expect(await ended(first.id)).toMatchObject({ estado: 'sin_direccion', intentos: 1 });
    const second = await accepted(rnc);
    expect(await ended(second.id)).toMatchObject({ estado: 'sin_direccion', intentos: 0 });
    expect(await directoryCalls()).toBe(before + 1);
    await allRead();
    const { rows: waiting } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`select 1 from trabajo where clase = 'entrega' and sujeto in (${first.id}, ${second.id})`.execute(tx),
    );
    expect(waiting).toEqual([]);

    server.simulator.control.taxpayer({ rnc, nombre: 'Nueva', ...identity });
    await server.call(entregas.entregarFactura, { params: { id: second.id }, body: {} }, server.key);
    await server.until(async () => (await deliveryOf(second.id))?.estado === 'entregada');
    const third = await accepted(rnc);
    expect(await ended(third.id)).toMatchObject({ estado: 'entregada' });
  });

  test('a buyer whose receiver fails is tried once, then not until the pause ends', async () => {
    await turn(true);
    server.simulator.control.fault({ kind: 'status', services: ['recepcionDeContribuyente'] });
    const first = await accepted();
    expect(await ended(first.id)).toMatchObject({ estado: 'pendiente', intentos: 1 });
    const second = await accepted();
    await server.until(async () => (await deliveryOf(second.id)) !== null);
    const waits = () =>
      server.ctx.db.tenant(server.empresaId, (tx) =>
        sql<{ en: Date; intentos: number }>`
          select en, intentos from trabajo where clase = 'entrega' and sujeto = ${second.id}`.execute(tx),
      );
    await server.until(async () => (await waits()).rows[0]!.en.getTime() > Date.now() + 20_000);
    expect((await waits()).rows).toMatchObject([{ intentos: 0 }]);
    expect(await deliveryOf(second.id)).toMatchObject({ estado: 'pendiente', intentos: 0 });

    // A delivery requested by a person does not wait.
    server.simulator.control.clearFaults();
    await server.call(entregas.entregarFactura, { params: { id: second.id }, body: {} }, server.key);
    await server.until(async () => (await deliveryOf(second.id))?.estado === 'entregada');
    expect(receivedOf(second.eNCF)).toHaveLength(1);
  });
});

test('no table is read whole for a page', async () => {
  const { ctx } = server;
  const ids = Array.from({ length: 200 }, () => newId(new Date()));
  const company = await stranger(server, bare);
  await ctx.db.system(async (tx) => {
    await sql`
      insert into evento (empresa_id, seq, tipo, sujeto, datos, en, hash)
      select ${company.id}, 1000 + n, 'documento', gen_random_uuid(), '{}', now(), '\\x00' from generate_series(1, 20000) n`.execute(
      tx,
    );
    const { id, encf, numero, ...row } = documentRow(company, 31, 1, { rnc_comprador: listed });
    const [columns, values] = [Object.keys(row), Object.values(row)];
    await sql`
      insert into documento (id, numero, encf, ${sql.join(columns.map((name) => sql.ref(name)))})
      select gen_random_uuid(), n, 'E31' || lpad(n::text, 10, '0'), ${sql.join(values)} from generate_series(1, 20000) n`.execute(
      tx,
    );
  });
  await ctx.db.owner((tx) => sql`analyze evento, documento`.execute(tx));
  const plans = await ctx.db.tenant(company.id, async (tx) => {
    const queries = [
      entriesAfterQuery(tx, company.id, 10_000, 200),
      invoicesToDeliverQuery(tx, company.id, ids, [31, 33]),
    ];
    const texts: string[] = [];
    for (const query of queries) {
      const compiled = query.compile();
      const { rows } = await tx.executeQuery<Record<string, string>>({ ...compiled, sql: `explain ${compiled.sql}` });
      texts.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return texts;
  });
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan|Bitmap/);
    expect(plan).not.toMatch(/Seq Scan/);
  }
});
