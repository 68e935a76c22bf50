import { readFileSync } from 'node:fs';
import { type documentos as Contract, documentos, emision, facturas, type MotivoDeAnulacion } from '@timbre/contract';
import { formatFecha } from '@timbre/values';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { noteOf, saleOf } from '../../testing/draft.ts';
import { withIssuing } from '../../testing/issuing.ts';

const server = withIssuing();

const view = async (id: string): Promise<Contract.Documento> =>
  (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body;
const finalOf = (id: string) =>
  server.until(async () => {
    const found = await view(id);
    return ['aceptado', 'aceptado_condicional', 'rechazado'].includes(found.estado) && found;
  });
const annul = (id: string, motivo: MotivoDeAnulacion = '02') =>
  server.call(documentos.anularDocumento, { params: { id }, body: { motivo } }, server.key);
const issue = async (body: object) => {
  const { body: issued } = await server.call(emision.enviarFactura, { body }, server.key);
  expect((await finalOf(issued.id)).estado).toBe('aceptado');
  return issued;
};
const rowOf = async (id: string) =>
  (await server.call(facturas.listarFacturas, { query: {} }, server.key)).body.find(
    ({ facturaElectronicaID }) => facturaElectronicaID === id,
  );

test('an accepted invoice is annulled by a credit note for all of it; both tell of each other', async () => {
  const invoice = await issue(saleOf({ precio: '1000.00' }));
  const { status, body } = await annul(invoice.id, '04');
  expect(status).toBe(202);
  expect(body.nota.eNCF).toMatch(/^E34/);
  const note = await finalOf(body.nota.id);
  expect(note).toMatchObject({ estado: 'aceptado', tipo: '34', monto: '1180.00', anuladaPor: null });
  expect(note.modifica).toEqual({ id: invoice.id, eNCF: invoice.eNCF, estado: 'aceptado' });
  expect(note.json).toMatchObject({
    Encabezado: { IdDoc: { IndicadorNotaCredito: '0' } },
    InformacionReferencia: {
      NCFModificado: invoice.eNCF,
      CodigoModificacion: '1',
      RazonModificacion: 'Devolución de mercancías',
    },
  });
  const linked = { id: note.id, eNCF: note.eNCF, estado: 'aceptado' };
  expect((await view(invoice.id)).anuladaPor).toEqual(linked);
  expect((await rowOf(invoice.id))?.anuladaPor).toEqual(linked);
  expect((await rowOf(note.id))?.modifica?.id).toBe(invoice.id);
});

test('however often it is asked for, at once or later, one note is made', async () => {
  const invoice = await issue(saleOf({ precio: '70.00' }));
  const answers = await Promise.all([annul(invoice.id), annul(invoice.id), annul(invoice.id)]);
  const notes = new Set(answers.map(({ body }) => body.nota?.id));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(notes.size).toBe(1);
  await finalOf([...notes][0]!);
  expect((await annul(invoice.id)).body.nota.id).toBe([...notes][0]);
  const made = server.simulator.control.log().filter(({ eNCF }) => eNCF === answers[0]!.body.nota.eNCF);
  expect(made).toHaveLength(1);
});

test('after its note is rejected the invoice can be annulled again', async () => {
  const invoice = await issue(saleOf({ precio: '80.00' }));
  server.simulator.control.force({
    estado: 'rechazado',
    mensajes: [{ codigo: '0', valor: 'No se admite' }],
    secuenciaUtilizada: true,
  });
  const first = (await annul(invoice.id)).body.nota;
  expect((await finalOf(first.id)).estado).toBe('rechazado');
  expect((await view(invoice.id)).anuladaPor).toBeNull();
  const second = (await annul(invoice.id)).body.nota;
  expect(second.id).not.toBe(first.id);
  expect((await finalOf(second.id)).estado).toBe('aceptado');
});

test('what may not be annulled is refused with its reason, and no number is taken', async () => {
  const numbers = () =>
    server.ctx.db.tenant(
      server.empresaId,
      async (tx) =>
        (
          await tx
            .selectFrom('secuencia')
            .select('siguiente')
            .where('empresa_id', '=', server.empresaId)
            .where('tipo', '=', 34)
            .execute()
        )[0]?.siguiente,
    );
  const invoice = await issue(saleOf({ precio: '100.00' }));
  const note = await issue(noteOf(invoice.eNCF, { precio: '10.00' }));
  const before = await numbers();
  const ofNote = await annul(note.id);
  expect(ofNote.problem).toMatchObject({ code: 'documento/no-anulable' });
  expect(ofNote.problem?.detail).toContain('una nota no modifica otra');
  expect(await numbers()).toBe(before);
});

const ofNotes = async (id: string) => {
  const { anuladaPor, notasDeCredito } = await view(id);
  expect(await rowOf(id)).toMatchObject({ anuladaPor, notasDeCredito });
  return { anuladaPor: anuladaPor?.eNCF ?? null, ...notasDeCredito };
};
/** A note with another code than 3. */
const noteOfCode = (CodigoModificacion: string, eNCF: string, precio: string) => {
  const InformacionReferencia = {
    NCFModificado: eNCF,
    FechaNCFModificado: formatFecha(Date.now()),
    CodigoModificacion,
  };
  return noteOf(eNCF, { precio, more: { InformacionReferencia } });
};

describe('an invoice is annulled when its accepted notes reach its total', () => {
  test('a note of RD$1.18 that says that it annuls is told, and annuls nothing; what remains can be annulled', async () => {
    const invoice = await issue(saleOf({ precio: '87662.03' }));
    const small = noteOfCode('1', invoice.eNCF, '1.00');
    const strict = { body: small, query: { estricto: true } };
    const { problem } = await server.call(emision.enviarFactura, strict, server.key);
    expect(problem.errores).toMatchObject([{ codigo: 'ECF-NOTA-ANULACION', aviso: true }]);
    const issued = await issue(small);
    expect(issued.avisos).toMatchObject([{ codigo: 'ECF-NOTA-ANULACION' }]);
    expect(issued.avisos[0]?.mensaje).toContain('es por RD$ 1.18; para anularla quedan RD$ 103,441.20');
    expect(await ofNotes(invoice.id)).toEqual({
      anuladaPor: null,
      cantidad: 1,
      aceptado: '1.18',
      enProceso: '0.00',
      resta: '103440.02',
    });
    const { nota } = (await annul(invoice.id)).body;
    const rest = await finalOf(nota.id);
    expect(rest).toMatchObject({ estado: 'aceptado', monto: '103440.02', errores: [] });
    expect(await ofNotes(invoice.id)).toMatchObject({ anuladaPor: nota.eNCF, aceptado: '103441.20', resta: '0.00' });
    expect((await annul(invoice.id)).body.nota.id).toBe(nota.id);
  });

  test('by notes that return it in parts, whatever their code; then nothing remains to annul', async () => {
    const invoice = await issue(saleOf({ precio: '100.00' }));
    await issue(noteOf(invoice.eNCF, { precio: '60.00' }));
    expect((await ofNotes(invoice.id)).anuladaPor).toBeNull();
    const last = await issue(noteOf(invoice.eNCF, { precio: '40.00' }));
    expect(await ofNotes(invoice.id)).toMatchObject({ anuladaPor: last.eNCF, cantidad: 2, resta: '0.00' });
    const refused = await annul(invoice.id);
    expect([refused.status, refused.problem.code]).toEqual([409, 'documento/ya-anulado']);
  });

  test('a rejected note takes nothing', async () => {
    const invoice = await issue(saleOf({ precio: '50.00' }));
    server.simulator.control.force({ estado: 'rechazado', mensajes: [], secuenciaUtilizada: true });
    const { body: rejected } = await server.call(
      emision.enviarFactura,
      { body: noteOf(invoice.eNCF, { precio: '50.00' }) },
      server.key,
    );
    expect((await finalOf(rejected.id)).estado).toBe('rechazado');
    expect(await view(invoice.id)).toMatchObject({ anuladaPor: null, notasDeCredito: null });
    const { nota } = (await annul(invoice.id)).body;
    expect(await finalOf(nota.id)).toMatchObject({ estado: 'aceptado', monto: '59.00' });
  });

  test('what remains is made of what remains at each rate', async () => {
    const line = {
      ...saleOf({ precio: '100.00' }).DetallesItems.Item[0]!,
      NumeroLinea: '2',
      IndicadorFacturacion: '4',
    };
    const sale = saleOf({ precio: '100.00' });
    const invoice = await issue({ ...sale, DetallesItems: { Item: [...sale.DetallesItems.Item, line] } });
    await issue(noteOf(invoice.eNCF, { precio: '30.33' }));
    const note = await finalOf((await annul(invoice.id)).body.nota.id);
    expect(note).toMatchObject({ estado: 'aceptado', monto: '182.21' });
    expect(note.json).toMatchObject({
      Encabezado: { Totales: { MontoGravadoI1: '69.67', MontoExento: '100.00', TotalITBIS1: '12.54' } },
      DetallesItems: { Item: [{ MontoItem: '69.67' }, { MontoItem: '100.00', IndicadorFacturacion: '4' }] },
    });
  });

  test('notes that race, here and by the annulment, never sum more than the invoice', async () => {
    const invoice = await issue(saleOf({ precio: '100.00' }));
    const partial = () =>
      server.call(emision.enviarFactura, { body: noteOf(invoice.eNCF, { precio: '30.00' }) }, server.key);
    const answers = await Promise.all([partial(), annul(invoice.id), partial(), annul(invoice.id), partial()]);
    const made = new Set(
      answers.flatMap(({ status, body }) => (status < 300 ? [body && 'nota' in body ? body.nota.id : body.id] : [])),
    );
    for (const id of made) expect((await finalOf(id)).estado).toBe('aceptado');
    expect(await ofNotes(invoice.id)).toMatchObject({ aceptado: '118.00', enProceso: '0.00', resta: '0.00' });
  });
});

test('what remains of an invoice in another currency is left to the company, with the amount', async () => {
  const foreign = { OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '60.0000' } };
  const sale = saleOf({ precio: '100.00' });
  const invoice = await issue({ ...sale, Encabezado: { ...sale.Encabezado, ...foreign } });
  await issue(noteOf(invoice.eNCF, { precio: '10.00' }));
  const { problem } = await annul(invoice.id);
  expect(problem.code).toBe('documento/no-anulable');
  expect(problem.detail).toContain('quedan RD$ 106.20 por acreditar, y está en otra moneda');
});

test('a consumer invoice that travelled as its summary is annulled as any other', async () => {
  const invoice = await issue(saleOf({ tipo: '32', precio: '500.00', comprador: null }));
  const { body } = await annul(invoice.id);
  expect(await finalOf(body.nota.id)).toMatchObject({ estado: 'aceptado', monto: '590.00' });
  expect((await view(invoice.id)).anuladaPor?.id).toBe(body.nota.id);
});

test('the migration links the notes that were stored before it', async () => {
  const invoice = await issue(saleOf({ precio: '60.00' }));
  const { nota } = (await annul(invoice.id)).body;
  await finalOf(nota.id);
  const linked = (await view(invoice.id)).anuladaPor;
  const file = new URL('../../db/migrations/0033-annulment.sql', import.meta.url);
  const [fill = ''] = /update documento[^;]*;/.exec(readFileSync(file, 'utf8')) ?? [];
  await server.ctx.db.tenant(server.empresaId, async (tx) => {
    await sql`update documento set modifica = null, anula = false where empresa_id = ${server.empresaId}`.execute(tx);
  });
  expect((await view(invoice.id)).anuladaPor).toBeNull();
  await server.ctx.db.tenant(server.empresaId, (tx) => sql.raw(fill).execute(tx));
  expect((await view(invoice.id)).anuladaPor).toEqual(linked);
});
