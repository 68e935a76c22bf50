import { execFileSync } from 'node:child_process';
import { CFB, read, utils, type WorkSheet } from '@e965/xlsx';
import { auditoria, documentos, emision, facturas, sesion } from '@timbre/contract';
import { formatFecha, formatISODate } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { portionsOf } from '../../domain/comprobantes/queries/portions.ts';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import { whileRead } from '../../platform/http/downloads.ts';

const server = withIssuing();
/** A company with many documents that were never issued. */
let large: Stranger;
let issued: { id: string; eNCF: string }[];

const exported = (body: object, key = server.key) =>
  server.app.http.fastify.inject({
    method: 'POST',
    url: '/api/facturas/exportacion',
    payload: body,
    headers: { authorization: `Bearer ${key}` },
  });

/** Signed documents whose answer of the authority is a long text. */
const insert = ({ id, rnc }: Stranger, count: number, characters: number) =>
  server.ctx.db.tenant(id, (tx) =>
    sql`
      insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, estado, fecha_emision, monto_total,
        rnc_comprador, razon_comprador, xml, xml_sha256, codigo_seguridad, mensajes, origen, creado)
      select ${id}::uuid, gen_random_uuid(), 'testecf', ${rnc}, 31, n, 'E31' || lpad(n::text, 10, '0'), 'aceptado',
        date '2026-01-01' + (n / 500), n + 0.5, '199000110', 'Comprador ' || n, '<ECF/>', '\\x00', 'a+/=b&',
        jsonb_build_array(jsonb_build_object('codigo', '0', 'valor', repeat('x', ${characters}::integer))), 'api', now()
      from generate_series(1, ${count}::integer) as n`.execute(tx),
  );

beforeAll(async () => {
  issued = [];
  const sales = [
    { precio: '200.00' },
    { comprador: { RNCComprador: '131246796', RazonSocialComprador: '=1+1, "SRL"' } },
  ];
  for (const sale of [...sales, { tipo: '32', comprador: null }])
    issued.push((await server.call(emision.enviarFactura, { body: saleOf(sale) }, server.key)).body);
  large = await stranger(server, bare);
  await insert(large, 2_100, 5_000);
});

describe('the invoices of a filter as a file', () => {
  test('the CSV is UTF-8 with its mark, with a point in amounts, dates, and no formula', async () => {
    const { headers, body } = await exported({ formato: 'csv', orden: 'eNCF' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/filename="facturas-\d{4}-\d\d-\d\d\.csv"/);
    expect(headers['x-comprobantes']).toBe('3');
    const lines = body.split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFeNCF,Tipo,Fecha de emisión,/);
    const today = formatFecha(Date.now()).replaceAll('-', '/');
    expect(lines[1]).toContain(`${issued[0]!.eNCF},Factura de Crédito Fiscal Electrónica,${today},`);
    expect(lines[1]).toContain(',Ferretería Inventada SRL,236.00,');
    expect(lines[2]).toContain(`,"'=1+1, ""SRL""",`);
    expect(lines).toHaveLength(5);
  });

  test('another reader finds the amounts of the XLSX as numbers, dates as dates, and the text as it is', async () => {
    const { rawPayload } = await exported({ formato: 'xlsx', orden: 'eNCF' });
    const book = read(rawPayload, { cellStyles: true, cellNF: true });
    const sheet: WorkSheet = book.Sheets.Facturas!;
    const rows = utils.sheet_to_json<Record<string, unknown>>(sheet);
    expect(rows.map((row) => row.eNCF)).toEqual(issued.map(({ eNCF }) => eNCF));
    expect(rows[0]!['Monto total']).toBe(236);
    expect(rows[1]!.Comprador).toBe('=1+1, "SRL"');
    expect(sheet.G3.f).toBeUndefined();
    expect(sheet.C2).toMatchObject({ t: 'n', z: 'dd/mm/yyyy' });
    expect(utils.format_cell(sheet.C2)).toBe(formatFecha(Date.now()).replaceAll('-', '/'));
    expect(sheet.H2).toMatchObject({ t: 'n', z: '#,##0.00' });
  });

  test('another reader finds the signed bytes and the printed form of each invoice in the ZIP', {
    tags: ['SI9-6'],
  }, async () => {
    const { rawPayload, headers } = await exported({ formato: 'zip' });
    expect(headers['x-comprobantes']).toBe('3');
    const { FileIndex } = CFB.read(rawPayload, { type: 'buffer' }) as {
      FileIndex: { name: string; content: Uint8Array }[];
    };
    const ours = FileIndex.filter(({ name }) => name.startsWith(server.rnc));
    const parts = new Map(ours.map(({ name, content }) => [name, Buffer.from(content)]));
    const [consumer] = issued.filter(({ eNCF }) => eNCF.startsWith('E32'));
    const summary = `${server.rnc}${consumer!.eNCF}_RFCE.xml`;
    const own = issued.flatMap(({ eNCF }) => [`${server.rnc}${eNCF}.pdf`, `${server.rnc}${eNCF}.xml`]);
    expect([...parts.keys()].sort()).toEqual([...own, summary].sort());
    // The consumer invoice was sent as its summary: the package has the bytes of the summary and its verdict, the detail its tries.
    const detail = (await server.call(documentos.verDocumento, { params: { id: consumer!.id } }, server.key)).body;
    const sent = await server.call(documentos.verXml, { params: { id: detail.resumen!.id } }, server.key);
    expect(parts.get(summary)!.toString('utf8')).toBe(sent.text);
    expect(sent.text).toContain('<RFCE');
    expect(detail.intentos.length).toBeGreaterThan(0);
    const verdicts = Buffer.from(FileIndex.find(({ name }) => name === 'veredictos.jsonl')!.content)
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { eNCF: string; enviado: string; estado: string });
    expect(verdicts.map(({ eNCF, enviado }) => [eNCF, enviado]).sort()).toEqual(
      issued.map(({ eNCF }) => [eNCF, eNCF.startsWith('E32') ? 'RFCE' : 'e-CF']).sort(),
    );
    expect(verdicts.find(({ eNCF }) => eNCF === consumer!.eNCF)!.estado).toBe(detail.estado);
    for (const { id, eNCF } of issued) {
      const { text } = await server.call(documentos.verXml, { params: { id } }, server.key);
      expect(parts.get(`${server.rnc}${eNCF}.xml`)!.toString('utf8')).toBe(text);
      const printed = execFileSync('pdftotext', ['-layout', '-', '-'], {
        input: parts.get(`${server.rnc}${eNCF}.pdf`)!,
        encoding: 'utf8',
      });
      expect(printed).toContain(eNCF);
    }
  });

  test('the file has only the selected invoices, and only those of the filter', async () => {
    const ids = [issued[0]!.id, issued[2]!.id];
    const { headers, body } = await exported({ formato: 'csv', ids });
    expect(headers['x-comprobantes']).toBe('2');
    expect(body).not.toContain(issued[1]!.eNCF);
    expect((await exported({ formato: 'csv', ids, tipo: '31' })).headers['x-comprobantes']).toBe('1');
  });

  test('the file has page after page, each row once, in the order of the list', async () => {
    const { body } = await exported({ formato: 'csv', orden: '-monto' }, large.clave);
    const numbers = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.slice(3, 13)));
    expect(numbers).toEqual(Array.from({ length: 2_100 }, (_, i) => 2_100 - i));
  });

  test('an export of none or too many invoices is refused before a byte is sent, with what to do', async () => {
    const none = await exported({
      formato: 'zip',
      fechaDesde: formatISODate(formatFecha(Date.now())),
      estado: 'rechazado',
    });
    expect(none.json().code).toBe('recurso/no-encontrado');
    const unknown = newId(new Date());
    const named = await exported({ formato: 'csv', ids: [issued[0]!.id, unknown] });
    expect(named.json()).toMatchObject({
      code: 'recurso/no-encontrado',
      detail: `El id «${unknown}» de la lista no existe`,
    });
    const other = await stranger(server, bare);
    await insert(other, facturas.mostExported.zip + 1, 1);
    const refused = await exported({ formato: 'zip' }, other.clave);
    expect(refused.json()).toMatchObject({
      code: 'facturas/demasiadas',
      detail: 'Lo más es 5,000 facturas. Acorte las fechas o añada otro filtro. Descargue por partes.',
    });
    expect((await exported({ formato: 'csv' }, other.clave)).statusCode).toBe(200);
  });

  describe('is an entry of the record', () => {
    const entries = async (empresaId: string) =>
      (
        await server.ctx.db.tenant(empresaId, (tx) =>
          tx.selectFrom('evento').select('datos').where('tipo', '=', 'facturas.exportadas').orderBy('seq').execute(),
        )
      ).map(({ datos }) => datos);

    test('an export in each form is recorded with its filter, the number of invoices and the person', async () => {
      const before = (await entries(server.empresaId)).length;
      for (const formato of ['csv', 'xlsx', 'zip'])
        await exported({ formato, tipo: '31', fechaDesde: '2026-01-01', orden: 'eNCF' });
      await exported({ formato: 'csv', ids: [issued[0]!.id, issued[2]!.id] });
      const filter = { tipo: '31', fechaDesde: '2026-01-01' };
      const { body: who } = await server.call(sesion.sesionActual, {}, server.key);
      const by = { por: who.nombreUsuario, ip: '127.0.0.1' };
      expect((await entries(server.empresaId)).slice(before)).toEqual([
        { formato: 'csv', comprobantes: 2, ...filter, ...by },
        { formato: 'xlsx', comprobantes: 2, ...filter, ...by },
        { formato: 'zip', comprobantes: 2, ...filter, ...by },
        { formato: 'csv', comprobantes: 2, seleccionadas: 2, ...by },
      ]);
    });

    test('a print sheet, which only a person prepares, is recorded in the words of the screen', async () => {
      const company = await stranger(server, bare);
      await insert(company, 3, 1);
      const body = { buscar: 'Comprador' };
      const { body: sheet } = await server.call(facturas.prepararHoja, { body }, company.sesion);
      expect(sheet).toEqual({ comprobantes: 3 });
      expect((await server.call(facturas.prepararHoja, { body }, company.clave)).status).toBe(403);
      await exported({ formato: 'xlsx', tipo: '31' }, company.clave);
      const { body: record } = await server.call(
        auditoria.listarAuditoria,
        { query: { grupo: 'documento' } },
        company.sesion,
      );
      const quien = company.correo;
      expect(record.entradas).toMatchObject([
        { descripcion: 'Descargó en Excel 3 facturas emitidas', quien: 'API Key', datos: { tipo: '31' } },
        { descripcion: 'Preparó una hoja para imprimir con 3 facturas emitidas', quien, datos: body },
      ]);
    });

    test('an export without any invoice is not recorded', async () => {
      const company = await stranger(server, bare);
      expect((await exported({ formato: 'csv' }, company.clave)).statusCode).toBe(404);
      await insert(company, facturas.mostExported.hoja + 1, 1);
      const { problem } = await server.call(facturas.prepararHoja, { body: {} }, company.sesion);
      expect(problem).toMatchObject({
        code: 'facturas/demasiadas',
        detail: 'Lo más es 2,000 facturas. Acorte las fechas o añada otro filtro. En Excel caben más.',
      });
      expect(await entries(company.id)).toEqual([]);
    });
  });

  test('a client that goes away ends its file: the place is free for the next', async () => {
    const address = await server.app.http.fastify.listen({ port: 0 });
    const leaving = new AbortController();
    const ask = (signal?: AbortSignal) =>
      fetch(`${address}/api/facturas/exportacion`, {
        method: 'POST',
        body: JSON.stringify({ formato: 'csv' }),
        headers: { authorization: `Bearer ${large.clave}`, 'content-type': 'application/json' },
        ...(signal && { signal }),
      });
    const unread = [await ask(leaving.signal), await ask(leaving.signal)];
    expect(unread.map(({ status }) => status)).toEqual([200, 200]);
    expect(await (await ask()).json()).toMatchObject({ code: 'servidor/ocupado' });
    leaving.abort();
    await server.until(async () => {
      const answer = await ask();
      const text = await answer.text();
      return answer.status === 200 && text.split('\r\n').length === 2_102;
    });
  });
});

test('documents of an export are limited by their number and their size', () => {
  const rows = (sizes: readonly number[]) => sizes.map((xml_bytes, at) => ({ id: String(at), xml_bytes }));
  const lengths = (sizes: readonly number[]) => [...portionsOf(rows(sizes))].map((ids) => ids.length);
  expect(lengths([])).toEqual([]);
  expect(lengths(Array(60).fill(4_000))).toEqual([25, 25, 10]);
  expect(lengths([5_000_000, 5_000_000, 1_000_000, 1_000_000, 1_000_000])).toEqual([1, 1, 2, 1]);
});

test('a file that is no longer read is given up', async () => {
  const closed: string[] = [];
  async function* parts() {
    try {
      yield 'a';
      yield 'b';
    } finally {
      closed.push('parts');
    }
  }
  await new Promise<void>((resolve) => void whileRead(parts(), 1, resolve).next());
  const read: string[] = [];
  for await (const part of whileRead(parts(), 60_000, () => closed.push('given up'))) read.push(part);
  expect(read).toEqual(['a', 'b']);
  expect(closed).toEqual(['parts']);
});
