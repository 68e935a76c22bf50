import { configuracion, documentos, emision, importacion, inicio } from '@timbre/contract';
import { writeSheet } from '@timbre/ecf';
import { formatFecha } from '@timbre/values';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Line, rowOf } from '../../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { noteOf, saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { importBook, wholeImport } from '../../../main/testing/whole-import.ts';
import { reviewed } from '../testing/reviewing.ts';

// A rehearsal signs and validates as for real, and writes only to its own table.

const server = withIssuing();
const today = formatFecha(Date.now());

/** A document of the company, as a row of a workbook. */
const documentOf = (line: Line) => rowOf(server.rnc, line);

const note = (NCFModificado: string, CodigoModificacion = '3') => ({
  InformacionReferencia: { NCFModificado, FechaNCFModificado: today, CodigoModificacion },
});

const view = (id: string) => wholeImport(server, id);

/** Imports documents. @param cells other texts of the cells of the first one, by header */
async function imported(lines: readonly Line[], cells: Readonly<Record<string, string>> = {}) {
  const { headers, rows } = writeSheet('ECF', lines.map(documentOf));
  const written = rows.map((row, i) =>
    row.map((cell, column) => (i === 0 ? cells[headers[column]!] : undefined) ?? cell ?? null),
  );
  return importBook(server, xlsxOf({ ECF: [[...headers], ...written] }));
}

/** The rehearsed documents of an import, with the state of the rehearsal. */
async function rehearsed(id: string) {
  const { documentos, enCurso, ensayados } = await wholeImport(server, id, true);
  return { documentos: documentos.filter(({ real }) => real !== null), enCurso, total: ensayados };
}

/** Requests one step of the rehearsal, and waits until it ends. */
async function rehearse(id: string, step: 'firmar' | 'enviar', ids?: string[]) {
  const route = step === 'firmar' ? importacion.firmarImportacion : importacion.enviarImportacion;
  const body = { ensayo: true, ...(ids && { ids }) };
  const { body: answer, problem } = await server.call(route, { params: { id }, body }, server.key);
  if (problem) return { asked: undefined, problem, seen: await rehearsed(id) };
  const seen = await server.until(async () => {
    const now = await rehearsed(id);
    return now.enCurso.firmar + now.enCurso.enviar === 0 ? now : undefined;
  });
  return { asked: (answer as Record<string, number>)[step], problem, seen };
}

/** Signs and sends for real, and waits for every verdict. */
async function forReal(id: string) {
  await server.call(importacion.firmarImportacion, { params: { id }, body: {} }, server.key);
  await server.until(async () => (await view(id)).enCurso.firmar === 0);
  await server.call(importacion.enviarImportacion, { params: { id }, body: {} }, server.key);
  return server.until(async () => {
    const seen = await view(id);
    return seen.enCurso.enviar === 0 ? seen : undefined;
  });
}

/**
 * Returns a digest of each table with data of companies, except rehearsals, jobs and integration keys, together with
 * the figures of Inicio.
 */
async function everything() {
  const tables = await server.ctx.db.system(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and c.relname not in ('ensayo', 'trabajo', 'clave_api') order by 1`.execute(tx);
    const digests: [string, string][] = [];
    for (const { name } of rows) {
      const { rows: hashes } = await sql<{ md5: string }>`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as md5 from ${sql.table(name)} t`.execute(
        tx,
      );
      digests.push([name, hashes[0]!.md5]);
    }
    return Object.fromEntries(digests);
  });
  const caller = await server.ctx.keys.authenticate(server.key, '127.0.0.1');
  const userId = caller?.via === 'sesion' ? caller.usuarioId : '';
  const { body } = await server.call(inicio.estadisticas, { params: { userId } }, server.key);
  return { tables, inicio: body };
}

const verdict = ({ id, estado, mensajes, secuenciaUtilizada, trackId }: importacion.FilaDeImportacion) => ({
  id,
  estado,
  mensajes,
  secuenciaUtilizada,
  tracked: trackId !== null,
});
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const book: readonly Line[] = [
  { eNCF: 'E340000000900', precio: '10.00', more: note('E310000000900') },
  { eNCF: 'E330000000900', precio: '20.00', more: note('E310000000900') },
  { eNCF: 'E310000000900', precio: '100.00' },
  { eNCF: 'E320000000900', precio: '300.00' },
  { eNCF: 'E320000000901', precio: '300000.00' },
  // modifies an invoice that is not in the database
  { eNCF: 'E340000000901', precio: '10.00', more: note('E319900000001') },
];

describe('the rehearsal of a workbook', () => {
  test('a rehearsal changes nothing but itself; the same workbook sent for real has the same results', {
    tags: ['S4-7', 'P1.11'],
  }, async () => {
    const libro = await imported(book);
    expect(libro.documentos.filter(({ estado }) => estado === 'error')).toEqual([]);
    const before = await everything();
    expect(Object.keys(before.tables)).toEqual(expect.arrayContaining(['documento', 'secuencia', 'intento', 'evento']));

    const signed = await rehearse(libro.id, 'firmar');
    expect(signed.asked).toBe(7);
    expect(new Set(signed.seen.documentos.map(({ estado }) => estado))).toEqual(new Set(['firmado']));
    const sent = await rehearse(libro.id, 'enviar');
    expect(sent.asked).toBe(7);
    expect(await everything()).toEqual(before);
    expect(server.simulator.control.log()).toEqual([]);

    const { documentos: real } = await forReal(libro.id);
    const number = new Map(real.map(({ id, eNCF, esRFCE }) => [id, `${eNCF}${esRFCE ? ' RFCE' : ''}`]));
    expect(sent.seen.documentos.map(verdict).sort(byId)).toEqual(real.map(verdict).sort(byId));
    expect(sent.seen.documentos.map(({ id, estado }) => `${number.get(id)} ${estado}`).sort()).toEqual([
      'E310000000900 aceptado',
      'E320000000900 RFCE aceptado',
      'E320000000900 aceptado',
      'E320000000901 aceptado',
      'E330000000900 aceptado',
      'E340000000900 aceptado',
      'E340000000901 rechazado',
    ]);
    const refused = sent.seen.documentos.find(({ estado }) => estado === 'rechazado');
    expect(refused?.mensajes).toEqual([
      { codigo: '614', valor: 'El NCF modificado E319900000001 no ha sido emitido o aceptado' },
    ]);
  });
});

describe('a rehearsed document', () => {
  test('a document signed in the rehearsal is sent once; a rehearsal may begin anew', {
    tags: ['S5-11'],
  }, async () => {
    const libro = await imported([
      { eNCF: 'E310000000910', precio: '5.00' },
      { eNCF: 'E310000000911', precio: '5.00' },
    ]);
    const [first, second] = libro.documentos.map(({ id }) => id) as [string, string];
    expect((await rehearse(libro.id, 'enviar', [first])).problem).toMatchObject({
      code: 'documento/sin-firmar',
      title: 'La factura debe estar firmada para enviarla',
    });
    expect((await rehearse(libro.id, 'firmar', [first])).asked).toBe(1);
    expect((await rehearse(libro.id, 'firmar')).asked).toBe(1);
    expect((await rehearse(libro.id, 'enviar', [first])).seen.documentos.map(({ id, estado }) => [id, estado])).toEqual(
      expect.arrayContaining([
        [first, 'aceptado'],
        [second, 'firmado'],
      ]),
    );
    expect((await rehearse(libro.id, 'enviar', [first])).problem).toMatchObject({
      code: 'documento/ya-enviado',
      title: 'Esta factura ya ha sido enviada',
    });
    await server.call(importacion.olvidarEnsayo, { params: { id: libro.id } }, server.key);
    expect(await rehearsed(libro.id)).toMatchObject({ documentos: [], total: 0 });
    expect((await rehearse(libro.id, 'firmar')).asked).toBe(2);
  });

  test('a document signed for real is rehearsed as it was signed', async () => {
    const libro = await imported([{ eNCF: 'E310000000915', precio: '5.00' }]);
    await server.call(importacion.firmarImportacion, { params: { id: libro.id }, body: {} }, server.key);
    await server.until(async () => (await view(libro.id)).totales.firmados === 1);
    const before = await everything();
    const { asked, seen } = await rehearse(libro.id, 'enviar');
    expect([asked, seen.documentos[0]?.estado]).toEqual([1, 'aceptado']);
    expect(await everything()).toEqual(before);
  });

  test('a document with a number that another holds in the workbook is refused as for real', async () => {
    const libro = await imported([
      { eNCF: 'E310000000920', precio: '5.00' },
      { eNCF: 'E310000000921', precio: '6.00' },
    ]);
    const [first, second] = libro.documentos.map(({ id }) => id) as [string, string];
    const { text } = await server.call(documentos.verXml, { params: { id: second } }, server.key);
    const xml = text.replace('E310000000921', 'E310000000920');
    await server.call(documentos.editarXml, { params: { id: second }, body: { xml } }, server.key);
    const together = (await rehearse(libro.id, 'firmar')).seen;
    await server.call(importacion.olvidarEnsayo, { params: { id: libro.id } }, server.key);
    await rehearse(libro.id, 'firmar', [first]);
    const apart = (await rehearse(libro.id, 'firmar', [second])).seen;
    await forReal(libro.id);
    await server.until(async () => {
      const real = (await view(libro.id)).documentos.find(({ id }) => id === second);
      // It differs from the other row, which was signed.
      return real?.errores[0]?.codigo === 'ECF-OTRO-CONTENIDO';
    });
    for (const { documentos: listed } of [together, apart])
      expect(listed.find(({ id }) => id === second)).toMatchObject({
        estado: 'error',
        errores: [{ codigo: 'ECF-DUPLICADO' }],
      });
  });

  test('a note waits for its invoice, and has the reason when that was rejected', async () => {
    const libro = await imported([
      { eNCF: 'E310000000930', precio: '10.00' },
      { eNCF: 'E340000000930', precio: '10.00', more: note('E310000000930') },
    ]);
    const [invoice, nota] = libro.documentos.map(({ id }) => id) as [string, string];
    await rehearse(libro.id, 'firmar');
    const find = (seen: Awaited<ReturnType<typeof rehearsed>>) => seen.documentos.find(({ id }) => id === nota);
    expect(find((await rehearse(libro.id, 'enviar', [nota])).seen)).toMatchObject({ estado: 'firmado', errores: [] });
    // The simulator accepts every invoice that may be signed, so the rejection is forced, in the rehearsal and for
    // real.
    const rejected = { estado: 'rechazado', mensajes: [], secuenciaUtilizada: true } as const;
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`update ensayo set estado = 'rechazado', secuencia_utilizada = true where documento_id = ${invoice}`.execute(
        tx,
      ),
    );
    server.simulator.control.force({ eNCF: 'E310000000930', ...rejected });
    const document = find((await rehearse(libro.id, 'enviar')).seen);
    expect(document).toMatchObject({ estado: 'firmado', errores: [{ codigo: 'ENVIO-REFERENCIA' }] });
    const real = (await forReal(libro.id)).documentos.find(({ id }) => id === nota);
    expect(document?.errores).toEqual(real?.errores);
  });

  test('of several notes, those that exceed the total of their invoice are refused as for real', async () => {
    const libro = await imported([
      { eNCF: 'E310000000932', precio: '10.00' },
      { eNCF: 'E340000000932', precio: '6.00', more: note('E310000000932') },
      { eNCF: 'E340000000933', precio: '3.00', more: note('E310000000932') },
    ]);
    const [, first, second] = libro.documentos.map(({ id }) => id) as [string, string, string];
    await reviewed(server);
    // As if the second note had just been raised until both together exceed the invoice: its row was not judged again yet.
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`update documento set monto_total = 5.90, arbol = replace(replace(replace(arbol::text,
        '"3.00"', '"5.00"'), '"0.54"', '"0.90"'), '"3.54"', '"5.90"')::jsonb where id = ${second}`.execute(tx),
    );
    await rehearse(libro.id, 'firmar', [libro.documentos[0]!.id, first]);
    const { seen } = await rehearse(libro.id, 'firmar', [second]);
    const document = seen.documentos.find((one) => one.id === second);
    const real = (await forReal(libro.id)).documentos.find((one) => one.id === second);
    expect(real?.errores.map(({ codigo }) => codigo)).toEqual(['ECF-NOTA-SUMA']);
    expect(document).toMatchObject({ estado: 'error', errores: real?.errores });
  });

  test('an edited document is no longer rehearsed', async () => {
    const libro = await imported([
      { eNCF: 'E310000000935', precio: '5.00' },
      { eNCF: 'E320000000935', precio: '5.00' },
    ]);
    await rehearse(libro.id, 'firmar');
    const { total } = (await rehearse(libro.id, 'enviar')).seen;
    expect(total).toBe(3);
    const id = libro.documentos.find(({ eNCF, esRFCE }) => eNCF === 'E320000000935' && !esRFCE)!.id;
    const { text: xml } = await server.call(documentos.verXml, { params: { id } }, server.key);
    const { problem } = await server.call(documentos.editarXml, { params: { id }, body: { xml } }, server.key);
    expect(problem).toBeUndefined();
    expect((await rehearsed(libro.id)).total).toBe(1);
  });

  test('a rehearsal is seen by its company alone', async () => {
    const libro = await imported([{ eNCF: 'E310000000940', precio: '5.00' }]);
    await rehearse(libro.id, 'firmar');
    const { id, sesion } = await stranger(server, { ...bare, certificado: true });
    const params = { id: libro.id };
    const query = { ensayo: true };
    for (const route of [importacion.verImportacion, importacion.listarFilas, importacion.listarIncidencias])
      expect((await server.call(route, { params, query }, sesion)).problem.code).toBe('recurso/no-encontrado');
    const { rows } = await server.ctx.db.tenant(id, (tx) => sql`select from ensayo`.execute(tx));
    expect(rows).toEqual([]);
  });
});

describe('EnviarFactura?ensayo=true', () => {
  const send = (body: object, query: Record<string, unknown>, headers = {}) =>
    server.call(emision.enviarFactura, { body, query, headers } as never, server.key);

  test('fifty rehearsals have the same number, which the next real one then takes; nothing else changes', {
    tags: ['S7-14', 'P1.11'],
  }, async () => {
    const before = await everything();
    const answers = [];
    for (let i = 0; i < 50; i++) answers.push(await send(saleOf({}), { ensayo: true }, { 'idempotency-key': 'una' }));
    expect(await everything()).toEqual(before);
    const { body: first } = answers[0]!;
    expect(first).toMatchObject({ ensayo: true, estado: 'aceptado', mensajes: [], secuenciaUtilizada: true });
    expect(new Set(answers.map(({ body }) => body.eNCF))).toEqual(new Set([first.eNCF]));
    const { body: real } = await send(saleOf({}), {}, { 'idempotency-key': 'una' });
    expect(real.eNCF).toBe(first.eNCF);
    expect(real.ensayo).toBeUndefined();
    const extra = ['ensayo', 'mensajes', 'secuenciaUtilizada'];
    expect(
      Object.keys(first)
        .filter((key) => !extra.includes(key))
        .sort(),
    ).toEqual(Object.keys(real).sort());
  });

  test('a rehearsal returns the words of the authority, and refuses a document that would be refused', {
    tags: ['S7-14'],
  }, async () => {
    const foreign = await send(noteOf('E319900000003', { precio: '10.00' }), { ensayo: true });
    expect(foreign.body).toMatchObject({ estado: 'rechazado', mensajes: [{ codigo: '614' }] });
    const strict = await send(noteOf('E319900000003', { precio: '10.00' }), { ensayo: true, estricto: true });
    expect(strict.problem.code).toBe('ecf/invalido');
    const wrong = await send(saleOf({ emisor: { RNCEmisor: '132000005' } }), { ensayo: true });
    expect(wrong.problem.code).toBe('ecf/invalido');
    const small = await send(saleOf({ tipo: '32', comprador: null }), { ensayo: true });
    expect(small.body).toMatchObject({ estado: 'aceptado', ensayo: true });
  });
});

test('the remarks of reading a document, with their cells, stay beside the verdict of its rehearsal', async () => {
  const { id } = await imported([{ eNCF: 'E310000000950', precio: '100.00' }], { 'MontoItem[1]': '110.00' });
  await rehearse(id, 'firmar');
  const { seen } = await rehearse(id, 'enviar');
  const [document] = seen.documentos;
  expect(document!.estado).toBe('aceptado_condicional');
  expect(document!.errores).toContainEqual(
    expect.objectContaining({ celda: 'fila 2, columna MontoItem[1]', aviso: true }),
  );
});

test('the transaction of a rehearsal refuses every write, and every lock', { tags: ['S7-14', 'P1.11'] }, async () => {
  const attempt = (statement: ReturnType<typeof sql>) =>
    server.ctx.db.reading(server.empresaId, (tx) => statement.execute(tx)).catch(({ code }) => code);
  expect(await attempt(sql`update secuencia set siguiente = siguiente + 1`)).toBe('25006');
  expect(await attempt(sql`select from secuencia for update`)).toBe('25006');
  expect(await attempt(sql`delete from ensayo`)).toBe('25006');
  await server.ctx.db.tenant(server.empresaId, (tx) => sql`update ensayo set pedido = null`.execute(tx));
});

describe('in Pruebas, without a range', () => {
  const removeRanges = () =>
    server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`delete from secuencia where ambiente = 'testecf' and tipo = 31`.execute(tx),
    );
  const ranges = () =>
    server.ctx.db.tenant(server.empresaId, async (tx) => {
      const { rows } = await sql`select id, siguiente from secuencia order by id`.execute(tx);
      return rows;
    });
  const send = (query: object) => server.call(emision.enviarFactura, { body: saleOf({}), query } as never, server.key);

  test('one document is rehearsed with a number that the DGII gives everybody; for real it is refused', {
    tags: ['S4-8'],
  }, async () => {
    await removeRanges();
    const before = await ranges();
    const { body } = await send({ ensayo: true });
    expect(body).toMatchObject({ ensayo: true, estado: 'aceptado', eNCF: expect.stringMatching(/^E31000\d{7}$/) });
    expect(await ranges()).toEqual(before);
    expect((await send({})).problem).toMatchObject({ code: 'secuencia/falta', rango: { tipo: '31' } });
  });

  test('a workbook is rehearsed whole; to be issued it lacks the range, which one call registers', {
    tags: ['S4-8'],
  }, async () => {
    await removeRanges();
    const before = await ranges();
    const { id, documentos } = await imported([{ eNCF: 'E310005000001', precio: '100.00' }]);
    expect(documentos).toMatchObject([{ estado: 'pendiente', errores: [{ codigo: 'ECF-SIN-RANGO', aviso: true }] }]);
    await rehearse(id, 'firmar');
    const { seen } = await rehearse(id, 'enviar');
    expect(seen.documentos.map(({ estado }) => estado)).toEqual(['aceptado']);
    expect(await ranges()).toEqual(before);

    const refused = await forReal(id);
    expect(refused.documentos).toMatchObject([{ estado: 'error', errores: [{ codigo: 'ECF-SIN-RANGO' }] }]);
    const { body: added } = await server.call(configuracion.registrarRangosDePrueba, {}, server.key);
    expect(added.map(({ tipo }) => tipo)).toEqual(['31']);
    await server.until(async () => (await view(id)).documentos[0]!.errores.length === 0);
    expect((await forReal(id)).documentos.map(({ estado }) => estado)).toEqual(['aceptado']);
  });
});
