import { type documentos as Contract, documentos, emision, facturas, type MotivoDeAnulacion } from '@timbre/contract';
import { formatFecha } from '@timbre/values';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { noteOf, saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';

const server = withIssuing();

const view = async (id: string): Promise<Contract.Documento> =>
  (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body;
const finalOf = (id: string) =>
  server.until(async () => {
    const document = await view(id);
    return ['aceptado', 'aceptado_condicional', 'rechazado'].includes(document.estado) && document;
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

test('an accepted invoice is annulled by a credit note for all of it; each refers to the other', {
  tags: ['SI4-1'],
}, async () => {
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

test('repeated requests to annul, at once or later, make one note', { tags: ['SI5-2'] }, async () => {
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

test('after its note is rejected the invoice can be annulled again', { tags: ['SI4-1'] }, async () => {
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

test('a document that may not be annulled is refused with the reason, and no number is taken', {
  tags: ['SI5-2'],
}, async () => {
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
  test('a note of RD$1.18 with the code of annulment gets a remark and annuls nothing; the rest can be annulled', {
    tags: ['SI4-1'],
  }, async () => {
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

  test('notes that return an invoice in parts annul it, whatever their code; then nothing remains to annul', {
    tags: ['SI4-1'],
  }, async () => {
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

  test('the note for the remainder has the remainder of each rate', async () => {
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

  test('concurrent notes and annulments never sum more than the invoice', async () => {
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

test('the remainder of an invoice in another currency is left to the company, with the amount', async () => {
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

test('without a range of credit notes the simulator offers a number, which enters the ledger and is used once', {
  tags: ['SI7-1'],
}, async () => {
  const [first, second, third] = [
    await issue(saleOf({ precio: '90.00', idDoc: { eNCF: 'E310000000500' } })),
    await issue(saleOf({ precio: '91.00', idDoc: { eNCF: 'E310000000501' } })),
    await issue(saleOf({ tipo: '32', comprador: null, precio: '92.00' })),
  ];
  await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql`delete from secuencia where ambiente = 'testecf' and tipo = 34`.execute(tx),
  );
  const annulWith = (id: string, eNCF: string) =>
    server.call(documentos.anularDocumento, { params: { id }, body: { motivo: '02', eNCF } }, server.key);
  const { problem } = await annul(first.id);
  expect(problem).toMatchObject({
    code: 'secuencia/falta',
    detail: 'E34 (Notas de Crédito) en Pruebas: registre su rango en Configuración › Secuencias',
    rango: {
      tipo: '34',
      ambiente: 'testecf',
      enlace: '/configuracion?tab=rangos&ambiente=testecf&registrar=34',
      alternativa: 'E340000000500',
    },
  });
  const { problem: chosen } = await annulWith(first.id, 'E340000777777');
  expect(chosen.code).toBe('peticion/no-coincide');

  const { body } = await annulWith(first.id, problem.rango!.alternativa!);
  expect(body.nota.eNCF).toBe(problem.rango!.alternativa);
  expect((await finalOf(body.nota.id)).estado).toBe('aceptado');
  const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql<{
      siguiente: number;
      hasta: number;
    }>`select siguiente, hasta from secuencia where ambiente = 'testecf' and tipo = 34`.execute(tx),
  );
  expect(rows.map(({ siguiente, hasta }) => siguiente - hasta)).toEqual([1]);

  // The range of that one number is used up: the next is offered in the same way.
  const { problem: again } = await annul(second.id);
  expect([again.code, again.rango?.alternativa]).toEqual(['secuencia/agotada', 'E340000000501']);
  // For another type, the only number that could be offered was used by the first annulment of this file.
  const { rango } = (await annul(third.id)).problem;
  expect([rango?.tipo, rango?.alternativa]).toEqual(['34', undefined]);
});

describe('with the real authority', () => {
  const real = withIssuing('testecf', { config: { authority: 'dgii' } });

  test('the real authority offers no number without a range, and none is taken: only the screen of ranges is named', {
    tags: ['SI7-1'],
  }, async () => {
    const { body: issued } = await real.call(emision.enviarFactura, { body: saleOf({}) }, real.key);
    const id = issued.id;
    await real.ctx.db.tenant(real.empresaId, async (tx) => {
      await sql`update documento set estado = 'aceptado' where id = ${id}`.execute(tx);
      await sql`delete from secuencia where tipo = 34`.execute(tx);
    });
    const ask = (body: object) =>
      real.call(documentos.anularDocumento, { params: { id }, body: { motivo: '02', ...body } } as never, real.key);
    const { rango } = (await ask({})).problem;
    expect(rango).toEqual({
      tipo: '34',
      ambiente: 'testecf',
      enlace: '/configuracion?tab=rangos&ambiente=testecf&registrar=34',
    });
    expect((await ask({ eNCF: 'E340000000001' })).problem.code).toBe('peticion/no-coincide');
  });
});
