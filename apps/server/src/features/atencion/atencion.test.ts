import { atencion } from '@timbre/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answerableSince, answerBefore } from '../../domain/received/answering.ts';
import { storeReceived } from '../../domain/received/received-repo.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import type { NewRow } from '../../platform/db/schema.ts';
import { giveOnce, listAvisos, listRunningOut } from './service.ts';

// The clock of the tests is fixed at 2026-03-16, 10:00 in Santo Domingo.
const server = withServer();
const avisos = ({ id }: Stranger) => listAvisos(server.ctx, id);

let numero = 0;
const issue = (company: Stranger, ...all: Partial<NewRow<'documento'>>[]) =>
  server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('documento')
      .values(all.map((more) => documentRow(company, 31, ++numero, more)))
      .execute(),
  );
const receive = (company: Stranger, ...all: { tipo?: number; fecha_emision: string; respondida?: boolean }[]) =>
  server.ctx.db.tenant(company.id, async (tx) => {
    for (const { tipo = 31, fecha_emision, respondida } of all) {
      const id = newId(new Date());
      await storeReceived(tx, company.id, [
        {
          ...{ empresa_id: company.id, id, ambiente: 'testecf', rnc_emisor: '131880600', razon_emisor: 'Otro', tipo },
          ...{ encf: `E${tipo}${String(++numero).padStart(10, '0')}`, fecha_emision, monto_total: '1.00' },
          ...{ total_itbis: '0.00', codigo_seguridad: 'abcdef', fecha_firma: '01-03-2026 10:00:00', url_qr: '' },
          ...{ titular: '', xml: Buffer.from('<ECF/>'), xml_sha256: Buffer.from(id), acuse: null, via: 'archivo' },
          recibido: new Date(),
        },
      ]);
      await sql`update recibido set estado_dgii = 'aceptado' where id = ${id}`.execute(tx);
      if (respondida) await sql`update recibido set respuesta = 'aceptada' where id = ${id}`.execute(tx);
    }
  });
const addRange = (company: Stranger, tipo: number, siguiente: number, vence: string, ambiente = 'testecf') =>
  server.ctx.db.tenant(company.id, (tx) =>
    sql`insert into secuencia (empresa_id, id, ambiente, tipo, desde, hasta, siguiente, vence)
      values (${company.id}, ${newId(new Date())}, ${ambiente}, ${tipo}, 1, 100, ${siguiente}, ${vence})`.execute(tx),
  );

test('a new company lacks its certificate, which is urgent, and its ranges', async () => {
  const { sesion } = await stranger(server, bare);
  expect((await server.call(atencion.paraAtender, {}, sesion)).body).toEqual([
    { tipo: 'certificado', urgente: true, validoHasta: null },
    { tipo: 'sin_secuencias', urgente: false },
  ]);
});

test('documents are counted by the state that asks for attention, within the dates that their list is opened with', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  await addRange(company, 31, 1, '2028-12-31');
  expect(await avisos(company)).toEqual([]);
  await issue(
    company,
    { estado: 'rechazado', fecha_emision: '2026-02-15' },
    { estado: 'rechazado', fecha_emision: '2026-02-14' },
    { estado: 'rechazado', fecha_emision: '2026-03-16' },
    { estado: 'aceptado', fecha_emision: '2026-03-16' },
    { estado: 'aceptado_condicional', fecha_emision: '2026-03-16' },
    { estado: 'sin_confirmar', fecha_emision: '2025-01-01' },
    { estado: 'recibido', fecha_emision: '2026-03-15' },
    { estado: 'recibido', fecha_emision: '2026-03-16' },
    { estado: 'en_proceso', fecha_emision: '2026-03-16' },
  );
  const lately = { desde: '2026-02-15', hasta: '2026-03-16' };
  expect(await avisos(company)).toEqual([
    { tipo: 'documentos', urgente: true, estado: 'rechazado', cantidad: 2, ...lately },
    { tipo: 'documentos', urgente: false, estado: 'sin_confirmar', cantidad: 1, desde: null, hasta: null },
    { tipo: 'documentos', urgente: false, estado: 'recibido', cantidad: 1, desde: null, hasta: '2026-03-15' },
    { tipo: 'documentos', urgente: false, estado: 'aceptado_condicional', cantidad: 1, ...lately },
  ]);
});

test('a document that waits to be delivered is listed after an hour, and is urgent after half of its term', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  await addRange(company, 31, 1, '2028-12-31');
  const waits = { estado: 'firmado', fecha_emision: '2026-03-16' } as const;
  const row = documentRow(company, 31, ++numero, { ...waits, fecha_firma: '16-03-2026 09:30:00' });
  await server.ctx.db.tenant(company.id, async (tx) => {
    await tx.insertInto('documento').values(row).execute();
    const job = { clase: 'envio', empresaId: company.id, sujeto: row.id, en: new Date('2030-01-01') };
    await server.ctx.queue.enqueue(tx, [job]);
  });
  const aviso = { tipo: 'documentos', estado: 'firmado', cantidad: 1, desde: null, hasta: null };
  expect(await avisos(company)).toEqual([]);
  server.clock.advance(30 * 60_000);
  expect(await avisos(company)).toEqual([{ ...aviso, urgente: false }]);
  server.clock.advance(35.5 * 3_600_000);
  expect(await avisos(company)).toEqual([{ ...aviso, urgente: true }]);
  server.clock.advance(-36 * 3_600_000);
});

test('a received e-CF asks for an answer until its 606 is due; one that takes none, or has one, does not', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  await addRange(company, 31, 1, '2028-12-31');
  await receive(
    company,
    { fecha_emision: '2026-02-28' },
    { fecha_emision: '2026-03-16', tipo: 32 },
    { fecha_emision: '2026-03-01', respondida: true },
  );
  expect(await avisos(company)).toEqual([]);
  await receive(company, { fecha_emision: '2026-03-05' }, { fecha_emision: '2026-03-16', tipo: 34 });
  const aviso = { tipo: 'recibidas', cantidad: 2, responderAntesDe: '2026-04-15' };
  expect(await avisos(company)).toEqual([{ ...aviso, urgente: false }]);
  server.clock.advance(27 * 86_400_000);
  expect(await avisos(company)).toEqual([{ ...aviso, urgente: true }]);
  server.clock.advance(-27 * 86_400_000);
});

test.each([
  ['15-03-2026', '2026-02-01'],
  ['16-03-2026', '2026-03-01'],
  ['01-01-2027', '2026-12-01'],
  ['31-12-2026', '2026-12-01'],
])('on %s, what was issued since %s can still be answered', (today, since) => {
  expect(answerableSince(today as never)).toBe(since);
  const iso = today.split('-').reverse().join('-');
  expect(answerBefore(since)! >= iso).toBe(true);
  const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
  expect(answerBefore(dayBefore)! >= iso).toBe(false);
});

test('a range warns where no other of its type follows, in the environment in use', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  await addRange(company, 31, 101, '2028-12-31');
  await addRange(company, 31, 96, '2028-12-31');
  await addRange(company, 44, 101, '2028-12-31');
  await addRange(company, 45, 101, '2028-12-31', 'ecf');
  expect(await avisos(company)).toEqual([
    { tipo: 'secuencia', urgente: true, tipoECF: '44', aviso: 'agotado', quedan: 0, vence: '2028-12-31' },
    { tipo: 'secuencia', urgente: false, tipoECF: '31', aviso: 'por-agotarse', quedan: 5, vence: '2028-12-31' },
  ]);
  await addRange(company, 31, 1, '2028-12-31');
  expect((await avisos(company)).map((aviso) => aviso.tipo === 'secuencia' && aviso.tipoECF)).toEqual(['44']);
});

test('a warning is given once for each channel, subject and threshold', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  const other = await stranger(server, { ...bare, certificado: true });
  await addRange(company, 31, 95, '2026-03-20');
  const [warning] = await listRunningOut(server.ctx, company.id);
  expect(warning).toMatchObject({ que: 'rango', umbrales: ['por-agotarse', 'por-vencer'], porAtender: true });
  const give = async (canal: 'correo' | 'webhook', umbrales: readonly string[], { id } = company) =>
    (await server.ctx.db.tenant(id, (tx) => giveOnce(tx, id, canal, [{ sujeto: warning!.sujeto, umbrales }]))).length;
  expect(await give('correo', ['por-agotarse'])).toBe(1);
  expect(await give('correo', ['por-agotarse'])).toBe(0);
  expect(await give('correo', ['por-agotarse', 'por-vencer'])).toBe(1);
  expect(await give('webhook', ['por-agotarse'])).toBe(1);
  expect(await give('webhook', ['por-agotarse'])).toBe(0);
  expect(await give('correo', ['por-agotarse'], other)).toBe(1);
  expect(await give('correo', [])).toBe(0);
});
