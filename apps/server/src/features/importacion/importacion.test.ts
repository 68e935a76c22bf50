import { documentos, importacion, type ResumenDocumento } from '@timbre/contract';
import { writeSheet } from '@timbre/ecf';
import { formatFecha } from '@timbre/values';
import { textRow, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Line, rowOf } from '../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { bookOf, importBook, uploadBook, wholeImport } from '../../main/testing/whole-import.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { reviewed } from './testing/reviewing.ts';

const server = withIssuing();
const today = formatFecha(Date.now());

/** A document of the company, as a row of a workbook. */
const documentOf = (line: Line) => rowOf(server.rnc, line);

const note = (NCFModificado: string) => ({
  InformacionReferencia: { NCFModificado, FechaNCFModificado: today, CodigoModificacion: '3' },
});

const workbook = (lines: readonly Line[], mend?: (rows: (string | null)[][]) => void) =>
  bookOf(lines.map(documentOf), mend);
const upload = (bytes: Uint8Array, name?: string) => uploadBook(server, bytes, name);
const imported = (bytes: Uint8Array, name?: string) => importBook(server, bytes, name);
const view = (id: string) => wholeImport(server, id);

async function signAndSend(id: string) {
  await server.call(importacion.firmarImportacion, { params: { id }, body: {} }, server.key);
  await server.until(async () => (await view(id)).enCurso.firmar === 0);
  const { body } = await server.call(importacion.enviarImportacion, { params: { id }, body: {} }, server.key);
  const done = await server.until(async () => {
    const seen = await view(id);
    return seen.enCurso.enviar === 0 ? seen : undefined;
  });
  return { asked: body.enviar, done };
}

const faultsOf = ({ errores }: Pick<ResumenDocumento, 'errores'>) =>
  errores.map(({ codigo, celda }) => [codigo, celda]);
const stateOf = ({ eNCF, esRFCE, estado }: ResumenDocumento) => `${eNCF}${esRFCE ? ' RFCE' : ''} ${estado}`;

describe('from a workbook to accepted documents', () => {
  test('each document, each summary and each note ends accepted; the note after its invoice', {
    tags: ['S4-9'],
  }, async () => {
    const libro = await imported(
      workbook([
        { tipo: '34', eNCF: 'E340000000900', precio: '10.00', more: note('E310000000900') },
        { tipo: '31', eNCF: 'E310000000900', precio: '100.00' },
        { tipo: '32', eNCF: 'E320000000900', precio: '300.00' },
        { tipo: '32', eNCF: 'E320000000901', precio: '300000.00' },
      ]),
    );
    expect(libro.errores).toEqual([]);
    expect(libro.documentos.flatMap(faultsOf)).toEqual([]);
    expect(libro.totales).toMatchObject({ total: 5, ecf: 4, rfce: 1, pendientes: 5 });
    const { asked, done } = await signAndSend(libro.id);
    expect(asked).toBe(5);
    expect(done.documentos.map(stateOf).sort()).toEqual([
      'E310000000900 aceptado',
      'E320000000900 RFCE aceptado',
      'E320000000900 aceptado',
      'E320000000901 aceptado',
      'E340000000900 aceptado',
    ]);
    const order = server.simulator.control.log().map(({ eNCF }) => eNCF);
    expect(order.indexOf('E310000000900')).toBeLessThan(order.indexOf('E340000000900'));
    expect(order.filter((eNCF) => eNCF === 'E320000000900')).toHaveLength(1);
    expect(done.totales).toMatchObject({ firmados: 5, enviados: 5, aceptados: 5, pendientes: 0 });
  });

  test('documents of hidden rows are signed only if it is decided, or they are named', async () => {
    const { headers, rows } = writeSheet(
      'ECF',
      [950, 951, 952].map((n) => documentOf({ eNCF: `E310000000${n}`, precio: '10.00' })),
    );
    const source = [headers, ...rows].map((row, i) => {
      const written = textRow(
        i + 1,
        row.map((cell) => cell ?? null),
      );
      return i < 2 ? written : written.replace('<row ', '<row hidden="1" ');
    });
    const { id, documentos } = await imported(zipOf(xlsxParts({ ECF: source.join('') })));
    expect(documentos.map(faultsOf)).toEqual([
      [],
      [['LIBRO-FILA-OCULTA', 'fila 3']],
      [['LIBRO-FILA-OCULTA', 'fila 4']],
    ]);
    const sign = (body: object) => server.call(importacion.firmarImportacion, { params: { id }, body }, server.key);
    const asked = await sign({});
    expect([asked.status, asked.problem]).toMatchObject([
      409,
      {
        code: 'archivo/filas-ocultas',
        detail: '2 comprobantes están en filas ocultas o que un filtro deja fuera. Diga si se firman también.',
      },
    ]);
    expect((await sign({ filasOcultas: false })).body.firmar).toBe(1);
    expect((await sign({ ids: [documentos[1]!.id] })).body.firmar).toBe(1);
    const isSigned = async () => (await view(id)).enCurso.firmar === 0;
    await server.until(isSigned);
    expect((await view(id)).totales.firmados).toBe(2);
    expect((await sign({ filasOcultas: true })).body.firmar).toBe(1);
    await server.until(isSigned);
    expect((await view(id)).totales.firmados).toBe(3);
  });

  test('the downloaded document is byte for byte the one that was sent', async () => {
    const libro = await imported(workbook([{ tipo: '31', eNCF: 'E310000000910', precio: '42.50' }]));
    await signAndSend(libro.id);
    const id = libro.documentos[0]?.id ?? '';
    const { text, headers } = await server.call(documentos.verXml, { params: { id } }, server.key);
    const received = server.simulator.control.log().find(({ eNCF }) => eNCF === 'E310000000910');
    expect(server.simulator.control.document({ sha256: received?.sha256 ?? '' })).toBe(text);
    expect(headers['content-disposition']).toContain(`${server.rnc}E310000000910.xml`);
  });

  test('a note whose invoice is rejected stays signed, with the reason', { tags: ['S4-9'] }, async () => {
    server.simulator.control.force({
      eNCF: 'E310000000920',
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: 'Rechazo de prueba' }],
      secuenciaUtilizada: true,
    });
    const libro = await imported(
      workbook([
        { tipo: '31', eNCF: 'E310000000920', precio: '100.00' },
        { tipo: '34', eNCF: 'E340000000920', precio: '10.00', more: note('E310000000920') },
      ]),
    );
    const { done } = await signAndSend(libro.id);
    expect(
      done.documentos.map(({ eNCF, estado, mensajes, errores }) => ({
        eNCF,
        estado,
        dicho: [...mensajes.map(({ valor }) => valor), ...errores.map(({ codigo }) => codigo)],
      })),
    ).toEqual([
      { eNCF: 'E310000000920', estado: 'rechazado', dicho: ['Rechazo de prueba'] },
      { eNCF: 'E340000000920', estado: 'firmado', dicho: ['ENVIO-REFERENCIA'] },
    ]);
  });

  test('sending to the simulator signs the documents first', async () => {
    const libro = await imported(workbook([{ tipo: '31', eNCF: 'E310000000930', precio: '5.00' }]));
    await server.call(importacion.enviarImportacion, { params: { id: libro.id }, body: {} }, server.key);
    const done = await server.until(async () => {
      const seen = await view(libro.id);
      return seen.totales.aceptados === 1 ? seen : undefined;
    });
    expect(done.documentos[0]?.trackId).not.toBeNull();
  });

  test('one named document is signed and sent alone; sent twice, it is refused', async () => {
    const libro = await imported(
      workbook([
        { tipo: '31', eNCF: 'E310000000940', precio: '5.00' },
        { tipo: '31', eNCF: 'E310000000941', precio: '6.00' },
      ]),
    );
    const ids = [libro.documentos[1]?.id ?? ''];
    const params = { id: libro.id };
    await server.call(importacion.firmarImportacion, { params, body: { ids } }, server.key);
    await server.until(async () => (await view(libro.id)).totales.firmados === 1);
    await server.call(importacion.enviarImportacion, { params, body: { ids } }, server.key);
    const done = await server.until(async () => {
      const seen = await view(libro.id);
      return seen.totales.aceptados === 1 ? seen : undefined;
    });
    expect(done.documentos.map(stateOf)).toEqual(['E310000000940 pendiente', 'E310000000941 aceptado']);
    const again = await server.call(importacion.enviarImportacion, { params, body: { ids } }, server.key);
    expect(again.problem.code).toBe('documento/ya-enviado');
  });
});

describe('bad input', () => {
  test('a fault has its cell, and the document cannot be signed', { tags: ['S5-14'] }, async () => {
    const libro = await imported(
      workbook([{ tipo: '31', eNCF: 'E310000000950', precio: '5.00' }], ([headers = [], row = []]) => {
        row[headers.indexOf('TipoPago')] = '9';
      }),
    );
    expect(libro.documentos.map(stateOf)).toEqual(['E310000000950 error']);
    expect(libro.documentos.flatMap(faultsOf)).toContainEqual(['XSD-CODIGO', 'fila 2, columna TipoPago']);
    const { body } = await server.call(
      importacion.firmarImportacion,
      { params: { id: libro.id }, body: {} },
      server.key,
    );
    expect(body.firmar).toBe(0);
    const unknown = newId(new Date());
    const ids = [libro.documentos[0]!.id, unknown];
    for (const route of [importacion.firmarImportacion, importacion.enviarImportacion]) {
      const { problem } = await server.call(route, { params: { id: libro.id }, body: { ids } }, server.key);
      expect(problem.detail).toBe(`El id «${unknown}» de la lista no existe`);
    }
  });

  test("another company's document is an error; the rest goes on", async () => {
    const libro = await imported(
      workbook([
        { tipo: '31', eNCF: 'E310000000960', precio: '5.00', rnc: '132000005' },
        { tipo: '31', eNCF: 'E310000000961', precio: '5.00' },
      ]),
    );
    expect(libro.documentos.map(stateOf)).toEqual(['E310000000960 error', 'E310000000961 pendiente']);
    expect(libro.documentos.flatMap(faultsOf)).toEqual([['ECF-EMISOR-RNC', 'fila 2, columna RNCEmisor']]);
  });

  test('a number issued with another content, or outside every range, is an error in its cell', async () => {
    const first = await imported(workbook([{ tipo: '31', eNCF: 'E310000000970', precio: '5.00' }]));
    await signAndSend(first.id);
    const second = await imported(
      workbook([
        { tipo: '31', eNCF: 'E310000000970', precio: '6.00' },
        { tipo: '31', eNCF: 'E319000000970', precio: '5.00' },
      ]),
    );
    expect(second.documentos.flatMap(faultsOf)).toEqual([
      ['ECF-OTRO-CONTENIDO', 'fila 2, columna MontoGravadoTotal'],
      ['ECF-SIN-RANGO', 'fila 3, columna ENCF'],
    ]);
  });

  test('a summary has the error of its invoice; later ranges mend both without another upload', async () => {
    const read = await imported(
      workbook([
        { tipo: '31', eNCF: 'E318000000001', precio: '5.00' },
        { tipo: '32', eNCF: 'E328000000001', precio: '5.00' },
        { tipo: '31', eNCF: 'E317000000001', precio: '5.00' },
      ]),
    );
    const states = ({ documentos }: typeof read) =>
      documentos.map((row) => [stateOf(row), ...row.errores.map((one) => one.codigo)]);
    expect(states(read)).toEqual([
      ['E318000000001 error', 'ECF-SIN-RANGO'],
      ['E328000000001 error', 'ECF-SIN-RANGO'],
      ['E317000000001 error', 'ECF-SIN-RANGO'],
      ['E328000000001 RFCE error', 'RFCE-FACTURA'],
    ]);
    await reviewed(server);
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`insert into secuencia (empresa_id, id, ambiente, tipo, prefijo, desde, hasta, siguiente)
        select ${server.empresaId}, gen_random_uuid(), 'testecf', tipo, 'E' || tipo, desde, desde + 9, desde
        from (values (31::smallint, 8000000001::bigint), (32, 8000000001)) as t(tipo, desde)`.execute(tx),
    );
    const { body } = await server.call(importacion.revisarImportacion, { params: { id: read.id } }, server.key);
    expect(body).toEqual({ revisados: 3, listos: 2 });
    expect(states(await view(read.id))).toEqual([
      ['E318000000001 pendiente'],
      ['E328000000001 pendiente'],
      ['E317000000001 error', 'ECF-SIN-RANGO'],
      ['E328000000001 RFCE pendiente'],
    ]);
  });

  test('a summary whose invoice is refused when it is signed has its error', async () => {
    const bookOf = (precio: string) => workbook([{ tipo: '32', eNCF: 'E320000000981', precio }]);
    const [one, two] = [await imported(bookOf('5.00')), await imported(bookOf('6.00'))];
    for (const { id } of [one, two]) {
      await server.call(importacion.firmarImportacion, { params: { id }, body: {} }, server.key);
      await server.until(async () => (await view(id)).enCurso.firmar === 0);
    }
    const refused = (await view(two.id)).documentos;
    expect(refused.map(stateOf)).toEqual(['E320000000981 error', 'E320000000981 RFCE error']);
    expect(refused[1]?.errores.map(({ codigo }) => codigo)).toEqual(['RFCE-FACTURA']);
  });

  test('of two imports that bring one number with other contents, the second to sign gets an error, and signs nothing', async () => {
    const bookOf = (precio: string) => workbook([{ tipo: '31', eNCF: 'E310000000980', precio }]);
    const [one, two] = [await imported(bookOf('5.00')), await imported(bookOf('6.00'))];
    for (const { id } of [one, two]) {
      await server.call(importacion.firmarImportacion, { params: { id }, body: {} }, server.key);
      await server.until(async () => (await view(id)).enCurso.firmar === 0);
    }
    expect((await view(one.id)).documentos.map(stateOf)).toEqual(['E310000000980 firmado']);
    await server.until(async () => {
      const [refused] = (await view(two.id)).documentos;
      return refused?.estado === 'error' && refused.errores[0]?.codigo === 'ECF-OTRO-CONTENIDO';
    });
  });

  test('a file that is no workbook is refused at once, or reported', async () => {
    expect((await upload(Buffer.from('hola'), 'notas.txt')).problem.code).toBe('archivo/tipo');
    const form = new FormData();
    form.set('archivo', 'un texto, no un archivo');
    const missing = await server.call(importacion.crearImportacion, { form }, server.key);
    expect(missing.problem.title).toBe('Debe seleccionar un archivo Excel.');
    const libro = await imported(Buffer.from('esto no es un libro'), 'falso.xlsx');
    expect([libro.estado, libro.errores.map(({ codigo }) => codigo)]).toEqual(['error', ['LIBRO-TIPO']]);
  });

  test('nothing is lost while the authority is down: it is all sent when it is back', async () => {
    server.simulator.control.fault({ kind: 'lose' });
    const libro = await imported(workbook([{ tipo: '31', eNCF: 'E310000000990', precio: '5.00' }]));
    await server.call(importacion.enviarImportacion, { params: { id: libro.id }, body: {} }, server.key);
    await server.until(async () => {
      const [documento] = (await view(libro.id)).documentos;
      return documento?.estado === 'firmado';
    });
    server.simulator.control.clearFaults();
    await server.until(async () => (await view(libro.id)).totales.aceptados === 1);
  });
});

describe('editing before sending', () => {
  test('a faulty row is mended in its XML, signed and accepted', async () => {
    const libro = await imported(
      workbook([{ tipo: '31', eNCF: 'E310000001000', precio: '5.00' }], ([headers = [], row = []]) => {
        row[headers.indexOf('TipoPago')] = '9';
      }),
    );
    const params = { id: libro.documentos[0]?.id ?? '' };
    const { text } = await server.call(documentos.verXml, { params }, server.key);
    const judged = await server.call(documentos.validarXml, { params, body: { xml: text } }, server.key);
    expect(judged.body.errores.map(({ codigo }) => codigo)).toContain('XSD-CODIGO');
    const refused = await server.call(documentos.editarXml, { params, body: { xml: text } }, server.key);
    expect([refused.status, refused.problem.code]).toEqual([422, 'ecf/invalido']);
    const mended = text.replace('<TipoPago>9<', '<TipoPago>1<');
    const { body } = await server.call(documentos.editarXml, { params, body: { xml: mended } }, server.key);
    expect(body).toMatchObject({ estado: 'pendiente', errores: [] });
    const { done } = await signAndSend(libro.id);
    expect(done.documentos.map(stateOf)).toEqual(['E310000001000 aceptado']);
  });

  test('editing a signed document signs it again, its summary too', async () => {
    const libro = await imported(workbook([{ tipo: '32', eNCF: 'E320000001000', precio: '5.00' }]));
    await server.call(importacion.firmarImportacion, { params: { id: libro.id }, body: {} }, server.key);
    await server.until(async () => (await view(libro.id)).totales.firmados === 2);
    const id = libro.documentos.find(({ esRFCE }) => !esRFCE)?.id ?? '';
    const { text } = await server.call(documentos.verXml, { params: { id } }, server.key);
    const xml = text.replace('Artículo', 'Otro artículo').replace(/<Signature.*<\/Signature>/s, '');
    await server.call(documentos.editarXml, { params: { id }, body: { xml } }, server.key);
    const { done } = await signAndSend(libro.id);
    expect(done.documentos.map(stateOf).sort()).toEqual(['E320000001000 RFCE aceptado', 'E320000001000 aceptado']);
    const signed = await server.call(documentos.verXml, { params: { id } }, server.key);
    expect(signed.text).toContain('Otro artículo');
  });

  test('broken XML is refused with its line', async () => {
    const libro = await imported(workbook([{ tipo: '31', eNCF: 'E310000001010', precio: '5.00' }]));
    const params = { id: libro.documentos[0]?.id ?? '' };
    const { body } = await server.call(
      documentos.validarXml,
      { params, body: { xml: '<ECF>\n<a></ECF>' } },
      server.key,
    );
    expect(body.errores[0]?.mensaje).toMatch(/línea 2/);
  });
});

test('five workbooks of a company may be read or wait; another one is refused until later', async () => {
  const { empresaId: empresa_id, ctx } = server;
  const { clock } = ctx;
  const waiting = Array.from({ length: 5 }, () => newId(clock.now()));
  const tenant = <T>(work: (tx: Tx) => Promise<T>) => ctx.db.tenant(empresa_id, work);
  await tenant((tx) =>
    sql`insert into importacion (empresa_id, id, archivo, estado, pasos, creada)
      select ${empresa_id}, id, 'libro.xlsx', 'procesando', '[]', ${clock.now()} from unnest(${waiting}::uuid[]) id`.execute(
      tx,
    ),
  );
  const bytes = workbook([{ tipo: '31', eNCF: 'E310000001020', precio: '5.00' }]);
  const refused = await upload(bytes);
  expect([refused.status, refused.problem.code]).toEqual([429, 'archivo/en-espera']);
  await tenant((tx) =>
    sql`delete from importacion where empresa_id = ${empresa_id} and id = ${waiting[0]}`.execute(tx),
  );
  expect((await imported(bytes)).estado).toBe('listo');
  await tenant((tx) =>
    sql`delete from importacion where empresa_id = ${empresa_id} and id = any(${waiting}::uuid[])`.execute(tx),
  );
});

test('the sample workbook is accepted whole, and the next one brings other numbers', async () => {
  for (let i = 0; i < 2; i++) {
    const { ctx, key } = server;
    const response = await server.app.http.fastify.inject({
      url: importacion.libroDeMuestra.path,
      headers: { authorization: `Bearer ${key}` },
    });
    const libro = await imported(response.rawPayload);
    expect(libro.documentos.flatMap(({ errores }) => errores)).toEqual([]);
    expect(new Set(libro.documentos.map(({ tipo }) => tipo)).size).toBe(10);
    const { done } = await signAndSend(libro.id);
    expect(done.documentos.filter(({ estado }) => estado !== 'aceptado').map(stateOf)).toEqual([]);
    expect(ctx.quarantine.list()).toEqual([]);
  }
});
