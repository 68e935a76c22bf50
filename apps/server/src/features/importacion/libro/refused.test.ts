import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { documentos, importacion } from '@timbre/contract';
import { computeTotals, type Draft, type ECF } from '@timbre/ecf';
import { addDays, formatFecha } from '@timbre/values';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { noteOf, type Sale, saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { bookOf, importBook, uploadBook, wholeImport } from '../../../main/testing/whole-import.ts';
import { newId } from '../../../platform/db/id.ts';

const server = withIssuing();
const today = formatFecha(Date.now());

/** A row of a workbook, from the JSON of a sale. */
function rowOf(eNCF: string, { Encabezado, ...rest }: ReturnType<typeof saleOf>): ECF {
  const expires = !['32', '34'].includes(Encabezado.IdDoc.TipoeCF);
  const tree = {
    ...rest,
    Encabezado: {
      Version: '1.0',
      ...Encabezado,
      IdDoc: {
        IndicadorMontoGravado: '0',
        ...(expires ? { FechaVencimientoSecuencia: '31-12-2028' } : {}),
        ...Encabezado.IdDoc,
        eNCF,
      },
      Emisor: {
        RNCEmisor: server.rnc,
        RazonSocialEmisor: 'Emisor SRL',
        DireccionEmisor: 'Calle 1',
        FechaEmision: today,
      },
    },
  };
  return computeTotals(tree as unknown as Draft) as ECF;
}

const invoice = (eNCF: string, sale: Sale = {}) => rowOf(eNCF, saleOf(sale));
const note = (eNCF: string, ncf: string, sale: Parameters<typeof noteOf>[1] = {}) => rowOf(eNCF, noteOf(ncf, sale));

async function upload(bytes: Uint8Array): Promise<string> {
  const { body, problem } = await uploadBook(server, bytes);
  if (problem) throw new Error(JSON.stringify(problem));
  return body.id;
}

const view = (id: string) => wholeImport(server, id);

const imported = (bytes: Uint8Array) => importBook(server, bytes);

const ask = async (what: 'firmarImportacion' | 'enviarImportacion', id: string, ids?: readonly string[]) => {
  const body = ids === undefined ? {} : { ids: [...ids] };
  const { status, problem, body: asked } = await server.call(importacion[what], { params: { id }, body }, server.key);
  return { status, code: problem?.code, asked };
};

async function signed(id: string, ids?: readonly string[]) {
  await ask('firmarImportacion', id, ids);
  return server.until(async () => {
    const seen = await view(id);
    return seen.enCurso.firmar === 0 ? seen : undefined;
  });
}

type Seen = Awaited<ReturnType<typeof view>>;
const faultsOf = ({ documentos }: Seen) =>
  documentos.map(({ eNCF, estado, errores }) => [
    eNCF,
    estado,
    ...errores.map(({ codigo, celda }) => `${codigo}: ${celda}`),
  ]);

/** Each reader that dies is followed by a new one, which loads its code. */
const readersDieWithinMs = 240_000;

describe('a workbook whose reader dies', () => {
  test('a workbook whose reader dies is tried again, then refused; nothing of it can be signed or sent', {
    tags: ['P3.5'],
  }, async () => {
    const asked: (string | undefined)[] = [];
    let deaths = 0;
    /** Ends each reader at its first documents. */
    const kill = (message: unknown) => {
      const { process: reader } = message as { process: ChildProcess };
      setImmediate(() =>
        reader.stdio[3]?.on('data', (piece: Buffer) => {
          if (piece.includes('documentos') && reader.kill('SIGKILL')) deaths += 1;
        }),
      );
    };
    subscribe('child_process', kill);
    const many = Array.from({ length: 450 }, (_, i) => invoice(`E31000000${String(i + 1).padStart(4, '0')}`));
    const id = await upload(bookOf(many));
    const read = await server
      .until(async () => {
        const seen = await view(id);
        if (seen.estado === 'procesando' && seen.totales.total > 0) {
          asked.push((await ask('firmarImportacion', id)).code, (await ask('enviarImportacion', id)).code);
        }
        return seen.estado === 'procesando' ? undefined : seen;
      }, readersDieWithinMs)
      .finally(() => unsubscribe('child_process', kill));
    expect(deaths).toBeGreaterThan(1);
    // It may be refused between the two calls.
    expect(asked.filter((code) => code !== 'archivo/rechazado')).toContain('archivo/en-lectura');
    expect(asked.every((code) => code === 'archivo/en-lectura' || code === 'archivo/rechazado')).toBe(true);
    expect([read.estado, read.errores.map(({ codigo }) => codigo), read.totales.total]).toEqual([
      'error',
      ['LIBRO-LECTOR'],
      0,
    ]);
    expect((await ask('firmarImportacion', id)).code).toBe('archivo/rechazado');
  });
});

describe('a workbook that is refused half-way', () => {
  const half = () => {
    const many = Array.from({ length: 300 }, (_, i) => invoice(`E31000010${String(i + 1).padStart(4, '0')}`));
    // The last row has more text than a document may have.
    return bookOf(many, (rows) => {
      rows.at(-1)![rows[0]!.indexOf('NombreItem[1]')] = 'x'.repeat(6_000_000);
    });
  };

  test('a workbook refused half-way has no documents, and none of it can be signed or sent', {
    tags: ['P3.5'],
  }, async () => {
    const read = await imported(half());
    expect([read.estado, read.errores.map(({ codigo }) => codigo)]).toEqual(['error', ['LIBRO-GRANDE']]);
    expect([read.totales.total, read.documentos]).toEqual([0, []]);
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`select from documento where importacion_id = ${read.id}`.execute(tx),
    );
    expect(rows).toHaveLength(0);
    for (const what of ['firmarImportacion', 'enviarImportacion'] as const) {
      expect(await ask(what, read.id)).toMatchObject({ status: 409, code: 'archivo/rechazado' });
    }
  });

  test('a workbook stopped during its reading has no documents until it is read anew', async () => {
    const id = newId(new Date());
    const row = newId(new Date());
    await server.ctx.db.tenant(server.empresaId, async (tx) => {
      await sql`insert into importacion (empresa_id, id, archivo, estado, pasos, creada)
        values (${server.empresaId}, ${id}, 'a.xlsx', 'procesando', '[]', now())`.execute(tx);
      await sql`insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, estado, arbol, importacion_id, origen, creado)
        values (${server.empresaId}, ${row}, 'testecf', ${server.rnc}, 31, 5, 'E310000000005', 'pendiente', '{}', ${id}, 'excel', now())`.execute(
        tx,
      );
    });
    for (const what of ['firmarImportacion', 'enviarImportacion'] as const) {
      expect(await ask(what, id)).toMatchObject({ status: 409, code: 'archivo/en-lectura' });
      expect(await ask(what, id, [row])).toMatchObject({ status: 409, code: 'archivo/en-lectura' });
    }
  });
});

describe('a note of a workbook', () => {
  test('a note is compared with its invoice in the workbook, before or after it, and its fault has its cell', async () => {
    const other = { RNCComprador: '132111117', RazonSocialComprador: 'Otra SRL' };
    const read = await imported(
      bookOf([
        note('E340000000201', 'E310000000201', { precio: '150.00' }),
        invoice('E310000000201', { precio: '200.00' }),
        note('E340000000202', 'E310000000201', { precio: '60.00' }),
        note('E340000000203', 'E310000000201', { precio: '48.00' }),
        note('E340000000204', 'E310000000201', { precio: '1.00', fecha: addDays(today, -1) }),
        note('E340000000205', 'E310000000201', { precio: '1.00', comprador: other }),
        note('E340000000206', 'E310009999999', { precio: '1.00' }),
        note('E340000000207', 'E310099999999', { precio: '1.00' }),
      ]),
    );
    expect(faultsOf(read)).toEqual([
      ['E340000000201', 'pendiente'],
      ['E310000000201', 'pendiente'],
      ['E340000000202', 'error', 'ECF-NOTA-SUMA: fila 4, columna MontoTotal'],
      ['E340000000203', 'pendiente'],
      ['E340000000204', 'error', 'ECF-REFERENCIA-14: fila 6, columna FechaNCFModificado'],
      ['E340000000205', 'error', 'ECF-REFERENCIA-15: fila 7, columna RNCComprador'],
      ['E340000000206', 'error', 'ECF-NOTA-SIN-FACTURA: fila 8, columna NCFModificado'],
      ['E340000000207', 'pendiente', 'ECF-NOTA-AJENA: fila 9, columna NCFModificado'],
    ]);
    const done = await signed(read.id);
    expect(done.totales.firmados).toBe(4);
  });

  test('a note is compared again when it is signed: what was issued meanwhile counts, and no number is taken', async () => {
    const book = () => imported(bookOf([note('E340000000301', 'E310000000301'), invoice('E310000000301')]));
    const first = await book();
    const second = await imported(bookOf([note('E340000000302', 'E310000000301', { precio: '1.00' })]));
    expect(faultsOf(second).map(([, estado]) => estado)).toEqual(['error']);
    await signed(first.id);
    const third = await imported(bookOf([note('E340000000303', 'E310000000301', { precio: '1.00' })]));
    expect(faultsOf(third)).toEqual([['E340000000303', 'error', 'ECF-NOTA-SUMA: fila 2, columna MontoTotal']]);
    const [early, late] = await Promise.all(
      ['E340000000311', 'E340000000312'].map((eNCF) =>
        imported(bookOf([note(eNCF, 'E310000000900', { precio: '1.00' })])),
      ),
    );
    expect([early!, late!].flatMap(faultsOf).map(([, estado]) => estado)).toEqual(['error', 'error']);
  });

  test('of notes of two workbooks that exceed the invoice together, the second to be signed gets an error', async () => {
    const issued = await imported(bookOf([invoice('E310000000401', { precio: '100.00' })]));
    await signed(issued.id);
    const books = [];
    for (const eNCF of ['E340000000401', 'E340000000402']) {
      books.push(await imported(bookOf([note(eNCF, 'E310000000401', { precio: '60.00' })])));
    }
    expect(books.flatMap(faultsOf).map(([, estado]) => estado)).toEqual(['pendiente', 'pendiente']);
    expect(faultsOf(await signed(books[0]!.id))).toEqual([['E340000000401', 'firmado']]);
    expect(faultsOf(await signed(books[1]!.id))).toEqual([
      ['E340000000402', 'error', 'ECF-NOTA-SUMA: fila 2, columna MontoTotal'],
    ]);
  });

  test('a note whose invoice has errors is not signed until they are mended', async () => {
    const read = await imported(
      bookOf([invoice('E310000000501'), note('E340000000501', 'E310000000501')], ([headers = [], row = []]) => {
        row[headers.indexOf('TipoPago')] = '9';
      }),
    );
    const waiting = ['E340000000501', 'pendiente', 'ECF-NOTA-ESPERA: fila 3, columna NCFModificado'];
    expect(faultsOf(read).at(-1)).toEqual(waiting);
    expect(faultsOf(await signed(read.id)).at(-1)).toEqual(waiting);
    const params = { id: read.documentos[0]!.id };
    const { text } = await server.call(documentos.verXml, { params }, server.key);
    const xml = text.replace('<TipoPago>9<', '<TipoPago>1<');
    await server.call(documentos.editarXml, { params, body: { xml } }, server.key);
    expect(faultsOf(await signed(read.id)).map(([, estado]) => estado)).toEqual(['firmado', 'firmado']);
  });

  test('a note is compared in the editor, too', async () => {
    const read = await imported(
      bookOf([invoice('E310000000601'), note('E340000000601', 'E310000000601', { precio: '1.00' })]),
    );
    const params = { id: read.documentos[1]!.id };
    const { text } = await server.call(documentos.verXml, { params }, server.key);
    const xml = text.replace('E310000000601', 'E310009999999');
    const judged = await server.call(documentos.validarXml, { params, body: { xml } }, server.key);
    expect(judged.body.errores.map(({ codigo }) => codigo)).toEqual(['ECF-NOTA-SIN-FACTURA']);
    const edited = await server.call(documentos.editarXml, { params, body: { xml } }, server.key);
    expect([edited.status, edited.problem.code]).toEqual([422, 'ecf/invalido']);
  });
});

test('an irregularity of a row stays reported once it is signed, and is judged anew once it is edited', async () => {
  const paid = { idDoc: { TablaFormasPago: { FormaDePago: [{ FormaPago: '1', MontoPago: '999.00' }] } } };
  const read = await imported(bookOf([invoice('E310000000901', paid)]));
  const faults = [['E310000000901', 'pendiente', 'ECF-PAGO-02: fila 2, columna FormaPago[1]']];
  expect(faultsOf(read)).toEqual(faults);
  const id = read.documentos[0]!.id;
  const errores = async () => (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body.errores;
  const before = await errores();
  await signed(read.id);
  expect(await errores()).toEqual(before);
  const { text } = await server.call(documentos.verXml, { params: { id } }, server.key);
  const xml = text.replace('999.00', '236.00').replace(/<Signature.*<\/Signature>/s, '');
  await server.call(documentos.editarXml, { params: { id }, body: { xml } }, server.key);
  expect(await errores()).toEqual([]);
});

describe('a row that could not be issued', () => {
  test('a row that is too large, or has another expiry than its range, has an error in its cell', async () => {
    const expiry = invoice('E310000000701', { idDoc: { FechaVencimientoSecuencia: '31-12-2030' } });
    const read = await imported(bookOf([expiry]));
    expect(faultsOf(read)).toEqual([
      ['E310000000701', 'error', 'ECF-SECUENCIA: fila 2, columna FechaVencimientoSecuencia'],
    ]);
  });

  test('a row with texts that no column holds is read, with a remark', async () => {
    const read = await imported(
      bookOf([invoice('E310000000801'), invoice('E310000000802')], ([headers = [], row = []]) => {
        for (const name of ['ENCF', 'RNCEmisor', 'RNCComprador', 'RazonSocialComprador', 'TipoeCF', 'MontoTotal'])
          row[headers.indexOf(name)] = '9'.repeat(30_000);
      }),
    );
    expect(read.estado).toBe('listo');
    expect(read.documentos.map(({ estado }) => estado)).toEqual(['error', 'pendiente']);
  });
});
