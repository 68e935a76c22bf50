import { execFileSync } from 'node:child_process';
import { autoridad, documentos, emision } from '@timbre/contract';
import { parseFechaHora } from '@timbre/values';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';

const server = withIssuing();

const print = (id: string, query: { forma?: 'carta' | 'ticket' } = {}) =>
  server.app.http.fastify.inject({
    url: `/api/documentos/${id}/pdf`,
    query,
    headers: { authorization: `Bearer ${server.key}` },
  });
const issue = async (sale: Parameters<typeof saleOf>[0] = {}) =>
  (await server.call(emision.enviarFactura, { body: saleOf(sale) }, server.key)).body;
const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });

test('a signed e-CF is printed on letter sheets and on a strip, the same bytes each time, marked as simulated', {
  tags: ['SI5-1'],
}, async () => {
  const { id, eNCF, codigoSeguridad } = await issue();
  const letter = await print(id);
  expect(letter.headers['content-type']).toBe('application/pdf');
  expect(letter.headers['content-disposition']).toContain(`${server.rnc}${eNCF}.pdf`);
  expect((await print(id)).rawPayload.equals(letter.rawPayload)).toBe(true);
  const strip = await print(id, { forma: 'ticket' });
  expect(strip.headers['content-disposition']).toContain(`"${server.rnc}${eNCF}_80mm.pdf"`);
  for (const { rawPayload } of [letter, strip]) {
    const text = textOf(rawPayload);
    for (const words of [eNCF, codigoSeguridad, 'Ferretería Inventada SRL', 'Cemento gris', 'SIMULADO'])
      expect(text).toContain(words);
  }
  expect(strip.rawPayload.equals(letter.rawPayload)).toBe(false);
});

test('the pages on the screen are the printed ones: every text of them is in the PDF, in its place', {
  tags: ['SI2.1-4'],
}, async () => {
  const { id } = await issue();
  for (const forma of ['carta', 'ticket'] as const) {
    const { body } = await server.call(documentos.verPaginas, { params: { id }, query: { forma } }, server.key);
    expect(body.count).toBe(1);
    const [page] = body.pages;
    const printed = textOf((await print(id, { forma })).rawPayload).replace(/\s+/g, ' ');
    for (const { text } of page!.texts) expect(printed).toContain(text.trim().replace(/\s+/g, ' '));
    expect(page!.texts.length).toBeGreaterThan(15);
    for (const { x, y, width } of page!.texts) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(page!.width);
      expect(y).toBeLessThanOrEqual(page!.height);
    }
    expect(page!.qr!.y + page!.qr!.height).toBeLessThan(page!.height);
    expect(body.qr.path).toMatch(/^M0 0h7v1h-7z/);
  }
});

test('the QR code of the stamp is an SVG picture', async () => {
  const { id } = await issue();
  const { headers, body } = await server.app.http.fastify.inject({
    url: `/api/documentos/${id}/qr`,
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(headers['content-type']).toBe('image/svg+xml');
  expect(body).toMatch(/^<svg [^>]*viewBox="0 0 (57|61) \1"><path [^>]*\/><path d="M4 4h7v1h-7z/);
});

test('an unsigned document and a summary have no printed form', async () => {
  const { id } = await issue({ tipo: '32', comprador: null });
  const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql<{ id: string }>`select id from documento where resume_a = ${id}`.execute(tx),
  );
  expect((await print(rows[0]!.id)).statusCode).toBe(404);
  expect((await print(id)).statusCode).toBe(200);
  await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql`update documento set xml = null, xml_sha256 = null, estado = 'pendiente' where id = ${id}`.execute(tx),
  );
  const refused = await server.call(documentos.verPdf, { params: { id } }, server.key);
  expect(refused.problem.code).toBe('documento/sin-firmar');
});

test('the logo is in the head; an unreadable one is left out', async () => {
  const { id } = await issue();
  const plain = (await print(id)).rawPayload;
  const store = (bytes: Buffer, version: string) =>
    server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`insert into logo (empresa_id, tipo, bytes, version) values (${server.empresaId}, 'image/png', ${bytes}, ${version})
        on conflict (empresa_id) do update set bytes = excluded.bytes, version = excluded.version`.execute(tx),
    );
  await store(Buffer.from(dot, 'base64'), 'v1');
  expect((await print(id)).rawPayload.equals(plain)).toBe(false);
  await store(Buffer.from(dot, 'base64').subarray(0, 30), 'v2');
  expect((await print(id)).rawPayload.equals(plain)).toBe(true);
});

/** A PNG of one red pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

test('a document issued while the DGII does not answer is marked contingency until the DGII has it, with its deadline', async () => {
  const contingencia = /modalidad de\s+Contingencia/;
  const standing = async () => (await server.call(autoridad.estadoAutoridad, {}, server.key)).body;
  await server.until(async () => {
    const jobs = await server.ctx.db.system((tx) => sql`select from trabajo where clase = 'envio'`.execute(tx));
    return jobs.rows.length === 0;
  });
  await server.wire.become('refuse');
  const { id, fechaFirma } = await issue();
  // The first document of the outage waits for its first try, so it has the legend too.
  expect(textOf((await print(id)).rawPayload)).toMatch(contingencia);
  const caida = await server.until(async () => {
    const now = (await standing()).caida;
    return now?.fase === 'caida' && now;
  });
  expect(caida.sinEntregar).toBe(1);
  const signed = parseFechaHora(fechaFirma)!;
  expect(caida.entregarAntesDe).toBe(new Date(signed + 72 * 3_600_000).toISOString());
  await server.wire.become('pass');
  await server.until(async () => {
    const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
    return body.estado === 'aceptado';
  });
  expect(textOf((await print(id)).rawPayload)).not.toMatch(contingencia);
});
