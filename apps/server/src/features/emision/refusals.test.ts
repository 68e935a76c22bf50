import { documentos, emision } from '@timbre/contract';
import { addDays, formatFecha, formatISODate } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { noteOf, type Sale, saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { newId } from '../../platform/db/id.ts';

const server = withIssuing();
const today = formatFecha(Date.now());

interface Options {
  readonly estricto?: boolean;
  readonly tolerante?: boolean;
  readonly ensayo?: boolean;
  readonly clave?: string;
}

const emit = (body: object, { clave, ...query }: Options = {}) =>
  server.call(
    emision.enviarFactura,
    {
      body,
      query,
      ...(clave === undefined ? {} : { headers: { 'idempotency-key': clave } }),
    },
    server.key,
  );

/** Sends a document that must be accepted. */
async function issue(body: object, options?: Options) {
  const { body: issued, problem } = await emit(body, options);
  if (problem) throw new Error(JSON.stringify(problem));
  return issued;
}

const numberOf = (eNCF: string) => Number(eNCF.slice(3));
const codesOf = (errores: readonly { codigo: string }[] | undefined) => errores?.map(({ codigo }) => codigo);

/** Sends a document that must be refused, and checks that it took no number. Returns the refusal. */
async function refused(body: object, tipo: string, options?: Options) {
  const next = async () => {
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ siguiente: number }>`select siguiente from secuencia where ambiente = 'testecf' and tipo = ${Number(tipo)}
        order by desde`.execute(tx),
    );
    return rows.map(({ siguiente }) => siguiente);
  };
  const before = await next();
  const { status, problem } = await emit(body, options);
  expect([status >= 400 && status < 500, await next()]).toEqual([true, before]);
  return problem;
}

const contradictory = saleOf({ precio: '200.00', totales: { MontoTotal: '999.00' } });

describe('amounts that contradict each other beyond the official tolerance', () => {
  test.each<[string, object, string, string]>([
    ['a total', contradictory, '31', 'ECF-TOTALES-11'],
    ['a line', saleOf({ item: { MontoItem: '999.00' } }), '31', 'ECF-ITEM-05'],
    [
      'a page',
      saleOf({
        more: { Subtotales: { Subtotal: [{ NumeroSubTotal: '1', MontoSubTotal: '9.00', SubTotalExento: '1.00' }] } },
      }),
      '31',
      'ECF-SUBTOTAL-04',
    ],
  ])(
    'contradictory amounts are refused in %s, and no number is taken',
    { tags: ['P3.2'] },
    async (_, body, tipo, codigo) => {
      const problem = await refused(body, tipo);
      expect(problem.code).toBe('ecf/invalido');
      const [first] = problem.errores!.filter((error) => !error.aviso);
      expect(first).toMatchObject({ codigo, aritmetica: true });
      expect((await refused(body, tipo, { ensayo: true })).errores).toEqual(problem.errores);
    },
  );

  test('amounts within the tolerance are no fault', async () => {
    expect((await issue(saleOf({ totales: { MontoTotal: '236.99' } }))).avisos).toEqual([]);
  });

  test('contradictory amounts of a lenient caller are accepted with an aviso; strictness is stronger', {
    tags: ['P3.2'],
  }, async () => {
    const [aviso] = (await issue(contradictory, { tolerante: true })).avisos;
    expect(aviso).toMatchObject({ codigo: 'ECF-TOTALES-11', aviso: true });
    expect((await refused(contradictory, '31', { tolerante: true, estricto: true })).code).toBe('ecf/invalido');
  });

  test('contradictory amounts are accepted in a note whose total is that of its invoice: an annulment copies the totals', async () => {
    const { eNCF } = await issue(contradictory, { tolerante: true });
    const copied = noteOf(eNCF, { precio: '200.00', totales: { MontoTotal: '999.00' } });
    expect(codesOf((await issue(copied)).avisos)).toContain('ECF-TOTALES-11');
  });

  test('contradictory amounts are refused in a note with another total, and in one to a document that is not here', async () => {
    const { eNCF } = await issue(saleOf({ precio: '500.00' }));
    const other = { precio: '100.00', totales: { MontoTotal: '300.00' } };
    const { errores } = await refused(noteOf(eNCF, other), '34');
    expect(errores!.map(({ codigo, aviso = false }) => [codigo, aviso])).toEqual([
      ['ECF-NOTA-CUENTA', false],
      ['ECF-TOTALES-11', true],
    ]);
    const paper = await refused(noteOf('B0100000001', other), '34');
    expect(codesOf(paper.errores!.filter(({ aviso }) => !aviso))).toEqual(['ECF-TOTALES-11']);
    const away = codesOf((await refused(noteOf('E310099999999', other), '34')).errores);
    expect(away).toContain('ECF-NOTA-CUENTA');
    await issue(noteOf(eNCF, other), { tolerante: true });
  });
});

describe('irregular documents', () => {
  const tolerante = true;

  test('an irregularity comes back in avisos, and the document keeps it', { tags: ['P3.2-2'] }, async () => {
    const issued = await issue(contradictory, { tolerante });
    expect(issued.avisos.length).toBeGreaterThan(0);
    for (const aviso of issued.avisos) expect(aviso).toMatchObject({ aviso: true, campo: expect.any(String) });
    expect(issued.avisos.map(({ campo }) => campo)).toContain('Encabezado.Totales.MontoTotal');
    const { body } = await server.call(documentos.verDocumento, { params: { id: issued.id } }, server.key);
    expect(body.errores).toEqual(issued.avisos);
  });

  test('an irregularity is refused where the caller is strict, without a number', { tags: ['P3.2-2'] }, async () => {
    const problem = await refused(contradictory, '31', { estricto: true });
    expect(problem.code).toBe('ecf/invalido');
    expect(problem.errores?.map(({ campo }) => campo)).toContain('Encabezado.Totales.MontoTotal');
  });

  test('an irregularity is reported again to a repeated request of the same key; a sound document has none', async () => {
    const first = await emit(contradictory, { clave: 'irregular', tolerante });
    const again = await emit(contradictory, { clave: 'irregular', tolerante });
    expect(again.body).toMatchObject({ id: first.body.id, avisos: first.body.avisos });
    expect((await emit(saleOf({}), { estricto: true })).body.avisos).toEqual([]);
  });
});

describe('a document that could not be read back', () => {
  // Enough for one line of the document: the texts of a line have at most 80 characters, its description 1,000.
  const lines = (count: number, more: object) =>
    Array.from({ length: count }, (_, i) => ({
      NumeroLinea: String(i + 1),
      IndicadorFacturacion: '1',
      NombreItem: 'Artículo de la lista',
      IndicadorBienoServicio: '1',
      CantidadItem: '1',
      PrecioUnitarioItem: '1.00',
      ...more,
    }));
  const longNote = (count: number, more: object = {}) => ({
    ...noteOf('B0100000001'),
    DetallesItems: { Item: lines(count, more) },
  });

  test('a document that is too large is refused, and takes no number', { tags: ['P1.9'] }, async () => {
    const body = longNote(4_400, { DescripcionItem: 'ñ'.repeat(480) });
    const problem = await refused(body, '34');
    expect([problem.code, codesOf(problem.errores)]).toEqual(['ecf/invalido', ['ECF-TAMANO']]);
  });

  test('the largest document that is accepted is read back, with all its lines', { tags: ['P1.9'] }, async () => {
    const { id } = await issue(longNote(10_000));
    const { status, body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
    expect(status).toBe(200);
    expect((body.json as { DetallesItems: { Item: unknown[] } }).DetallesItems.Item).toHaveLength(10_000);
  });
});

test('without a number left, the refusal names the type, the environment and the range', async () => {
  const sale = saleOf({ tipo: '44', item: { IndicadorFacturacion: '4' } });
  const change = (what: 'siguiente = hasta + 1' | 'activo = false') =>
    server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`update secuencia set ${sql.raw(what)} where ambiente = 'testecf' and tipo = 44`.execute(tx),
    );
  await change('siguiente = hasta + 1');
  const { problem: usedUp } = await emit(sale);
  expect(usedUp).toMatchObject({
    code: 'secuencia/agotada',
    status: 409,
    detail: expect.stringMatching(/^E44 \(Regímenes Especiales\) en Pruebas: rango del 1 al \d+, hasta el [\d/-]{10}$/),
  });
  expect(usedUp.errores).toEqual([
    { codigo: 'ECF-SECUENCIA', campo: 'Encabezado.IdDoc.eNCF', mensaje: `${usedUp.title}. ${usedUp.detail}` },
  ]);
  await change('activo = false');
  expect((await emit(sale)).problem).toMatchObject({
    code: 'secuencia/falta',
    detail: 'E44 (Regímenes Especiales) en Pruebas: registre su rango en Configuración › Secuencias',
    rango: { tipo: '44', ambiente: 'testecf', enlace: '/configuracion?tab=rangos&ambiente=testecf&registrar=44' },
  });
});

describe('FechaVencimientoSecuencia', () => {
  const wanted = (numero: number, FechaVencimientoSecuencia: string): Sale => ({
    idDoc: { eNCF: `E31${String(numero).padStart(10, '0')}`, FechaVencimientoSecuencia },
  });
  const insertRange = (desde: number, hasta: number, vence: string | null) =>
    server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`insert into secuencia (empresa_id, id, ambiente, tipo, prefijo, desde, hasta, siguiente, vence)
        values (${server.empresaId}, ${newId(new Date())}, 'testecf', 45, 'E45', ${desde}, ${hasta}, ${desde}, ${vence})`.execute(
        tx,
      ),
    );
  const purchase = (vence?: string) =>
    saleOf({ tipo: '45', idDoc: vence === undefined ? {} : { FechaVencimientoSecuencia: vence } });

  test('another expiry than that of its range is refused: with a number of its own, and without', {
    tags: ['P3.4'],
  }, async () => {
    for (const sale of [wanted(700, '31-12-2030'), { idDoc: { FechaVencimientoSecuencia: '31-12-2030' } }]) {
      const problem = await refused(saleOf(sale), '31');
      expect(problem.code).toBe('secuencia/vencimiento');
      expect(problem.errores).toMatchObject([{ campo: 'Encabezado.IdDoc.FechaVencimientoSecuencia' }]);
    }
    expect((await issue(saleOf(wanted(700, '31-12-2028')))).eNCF).toBe('E310000000700');
  });

  test('the expiry chooses among ranges: the number comes from the one that expires that day', async () => {
    await insertRange(20_000_001, 20_000_010, '2027-12-31');
    const [first, second, third] = [
      await issue(purchase('31-12-2027')),
      await issue(purchase()),
      await issue(purchase('31-12-2027')),
    ];
    expect([numberOf(first.eNCF), numberOf(third.eNCF)]).toEqual([20_000_001, 20_000_002]);
    expect(numberOf(second.eNCF)).toBeLessThan(10_000_000);
  });

  test('an expiry in the past is refused, also where the range has none', { tags: ['P3.4'] }, async () => {
    const yesterday = addDays(today, -1);
    await insertRange(30_000_001, 30_000_010, null);
    const own = { eNCF: 'E450030000001', FechaVencimientoSecuencia: yesterday };
    const emisor = { FechaEmision: yesterday };
    const problem = await refused(saleOf({ tipo: '45', idDoc: own, emisor }), '45');
    expect(problem.code).toBe('ecf/invalido');
    expect(problem.errores?.map(({ codigo }) => codigo)).toContain('ECF-FECHA-01');
    expect(formatISODate(yesterday) < formatISODate(today)).toBe(true);
  });
});

describe('a note', () => {
  let invoice: string;
  beforeAll(async () => {
    invoice = (await issue(saleOf({ precio: '200.00' }))).eNCF; // 236.00 with its ITBIS
  });
  const problemOf = async (body: object) => codesOf((await refused(body, '34')).errores?.filter(({ aviso }) => !aviso));

  /** Makes a document rejected, after the authority's own verdict has arrived. */
  async function reject(id: string, usedNumber: boolean) {
    await server.until(async () => {
      const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
      return body.estado === 'aceptado';
    });
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`update documento set estado = 'rechazado', ocupa_numero = ${usedNumber} where id = ${id}`.execute(tx),
    );
  }

  test('a note to a pending invoice, of its date, its buyer and no more than its total, is accepted', async () => {
    expect((await issue(noteOf(invoice, { precio: '50.00' }))).avisos).toEqual([]);
  });

  test('a note of more than its invoice is refused; with the notes before it, too', { tags: ['P3.3'] }, async () => {
    expect(await problemOf(noteOf(invoice, { precio: '201.00' }))).toEqual(['ECF-REFERENCIA-13']);
    expect(await problemOf(noteOf(invoice, { precio: '151.00' }))).toEqual(['ECF-NOTA-SUMA']);
    await issue(noteOf(invoice, { precio: '150.00' }));
    expect(await problemOf(noteOf(invoice, { precio: '1.00' }))).toEqual(['ECF-NOTA-SUMA']);
  });

  test('of several notes that come together, those that fit are accepted', async () => {
    const { eNCF } = await issue(saleOf({ precio: '100.00' }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => emit(noteOf(eNCF, { precio: '30.00' }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, problem } of answers)
      if (status !== 200) expect(codesOf(problem.errores)).toEqual(['ECF-NOTA-SUMA']);
  });

  test('a rejected note does not count', async () => {
    const { eNCF } = await issue(saleOf({ precio: '100.00' }));
    const first = await issue(noteOf(eNCF, { precio: '100.00' }));
    await reject(first.id, false);
    expect((await issue(noteOf(eNCF, { precio: '100.00' }))).avisos).toEqual([]);
  });

  test('a note of another date than its invoice, or another buyer, is refused', { tags: ['P3.3'] }, async () => {
    const otherDay = addDays(today, -1);
    expect(await problemOf(noteOf(invoice, { precio: '1.00', fecha: otherDay }))).toContain('ECF-REFERENCIA-14');
    const comprador = { RNCComprador: '132111117', RazonSocialComprador: 'Otra SRL' };
    expect(await problemOf(noteOf(invoice, { precio: '1.00', comprador }))).toContain('ECF-REFERENCIA-15');
  });

  test('a note with another foreign buyer is refused', async () => {
    const foreign = (IdentificadorExtranjero: string) => ({
      IdentificadorExtranjero,
      RazonSocialComprador: 'Ausländer GmbH',
    });
    const { eNCF } = await issue(saleOf({ tipo: '32', precio: '300000.00', comprador: foreign('P123') }));
    const note = (id: string) => noteOf(eNCF, { precio: '1.00', comprador: foreign(id) });
    expect(await problemOf(note('P124'))).toEqual(['ECF-NOTA-COMPRADOR']);
    await issue(note('P123'));
  });

  test('a note to a number of the company’s own ranges that was never issued is refused, in every state of the range', {
    tags: ['P3.3'],
  }, async () => {
    expect(await problemOf(noteOf('E310009999999', { precio: '1.00' }))).toEqual(['ECF-NOTA-SIN-FACTURA']);
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`insert into secuencia (empresa_id, id, ambiente, tipo, prefijo, desde, hasta, siguiente, activo)
        values (${server.empresaId}, ${newId(new Date())}, 'testecf', 31, 'E31', 50000001, 50000010, 50000001, false)`.execute(
        tx,
      ),
    );
    expect(await problemOf(noteOf('E310050000001', { precio: '1.00' }))).toEqual(['ECF-NOTA-SIN-FACTURA']);
  });

  test('a note to a number outside the company’s ranges, or used before, is accepted with an aviso; strictly, refused', async () => {
    const foreign = noteOf('E310099999999', { precio: '1.00' });
    expect(codesOf((await issue(foreign)).avisos)).toEqual(['ECF-NOTA-AJENA']);
    const problem = await refused(foreign, '34', { estricto: true });
    expect(codesOf(problem.errores)).toEqual(['ECF-NOTA-AJENA']);
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`insert into secuencia (empresa_id, id, ambiente, tipo, prefijo, desde, hasta, siguiente, ajenos)
        values (${server.empresaId}, ${newId(new Date())}, 'testecf', 31, 'E31', 60000001, 60000010, 60000004, 60000003)`.execute(
        tx,
      ),
    );
    expect(codesOf((await issue(noteOf('E310060000003', { precio: '1.00' }))).avisos)).toEqual(['ECF-NOTA-AJENA']);
    expect(await problemOf(noteOf('E310060000004', { precio: '1.00' }))).toEqual(['ECF-NOTA-SIN-FACTURA']);
  });

  test('a note to a receipt on paper, or of another taxpayer, gets no aviso', async () => {
    expect((await issue(noteOf('B0100000001', { precio: '1.00' }))).avisos).toEqual([]);
    const InformacionReferencia = {
      NCFModificado: 'E310009999999',
      RNCOtroContribuyente: '132111117',
      FechaNCFModificado: today,
      CodigoModificacion: '3',
    };
    expect((await issue(noteOf('', { precio: '1.00', more: { InformacionReferencia } }))).avisos).toEqual([]);
  });

  test('a note to an invoice that was rejected with its number is refused; where the number is free, it waits', async () => {
    const [burnt, free] = [await issue(saleOf({})), await issue(saleOf({}))];
    await reject(burnt.id, true);
    await reject(free.id, false);
    expect(await problemOf(noteOf(burnt.eNCF, { precio: '1.00' }))).toEqual(['ECF-NOTA-RECHAZADA']);
    expect((await issue(noteOf(free.eNCF, { precio: '1.00' }))).estado).toBe('firmado');
  });

  test('a refused note leaves its key free', async () => {
    const body = (precio: string) => noteOf(invoice, { precio });
    expect((await emit(body('201.00'), { clave: 'nota' })).status).toBe(422);
    const { eNCF } = await issue(saleOf({}));
    expect((await emit(noteOf(eNCF, { precio: '1.00' }), { clave: 'nota' })).status).toBe(200);
  });
});
