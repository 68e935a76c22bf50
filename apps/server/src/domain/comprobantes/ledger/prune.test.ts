import { documentos, emision } from '@timbre/contract';
import { expect, test } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { checkLedger, type Finding } from './ledger-check.ts';
import { prune } from './prune.ts';

const server = withIssuing();
const dayMs = 24 * 60 * 60 * 1_000;

const invoice = saleOf({ precio: '100.00' });

const issue = (clave: string) =>
  server.call(emision.enviarFactura, { body: invoice, headers: { 'idempotency-key': clave } }, server.key);

test('keys and rehearsals are deleted after 30 days, attempts after a year; documents and ledger stay whole', {
  tags: ['P4.13'],
}, async () => {
  const { body } = await issue('pedido-1');
  await server.until(async () => {
    const { body: seen } = await server.call(documentos.verDocumento, { params: { id: body.id } }, server.key);
    return seen.estado === 'aceptado';
  });
  const { db, seals } = server.ctx;
  await db.tenant(server.empresaId, (tx) =>
    tx
      .insertInto('ensayo')
      .values({
        empresa_id: server.empresaId,
        documento_id: body.id,
        importacion_id: body.id,
        estado: 'aceptado',
        cambiado: new Date(),
      })
      .execute(),
  );
  const after = (days: number) => new Date(Date.now() + days * dayMs);

  expect(await prune(db, after(29))).toEqual({ claves: 0, intentos: 0, ensayos: 0 });
  expect((await issue('pedido-1')).body.id).toBe(body.id);
  expect(await prune(db, after(31))).toEqual({ claves: 1, intentos: 0, ensayos: 1 });
  const { intentos } = await prune(db, after(366));
  expect(intentos).toBeGreaterThan(0);

  const { body: document } = await server.call(documentos.verDocumento, { params: { id: body.id } }, server.key);
  expect(document).toMatchObject({ estado: 'aceptado', eNCF: body.eNCF, intentos: [] });
  // The authority's log is left out: it is compared with attempts, and those have been deleted.
  const findings: Finding[] = [];
  await checkLedger(db, { now: new Date(), seals, autoridad: 'simulador' }, (finding) => findings.push(finding));
  expect(findings).toEqual([]);
});

test('the attempts of an undecided document stay', async () => {
  const { body } = await issue('pedido-2');
  const { db } = server.ctx;
  await server.until(async () => {
    const { body: seen } = await server.call(documentos.verDocumento, { params: { id: body.id } }, server.key);
    return seen.estado === 'aceptado';
  });
  const inAYear = new Date(Date.now() + 366 * dayMs);
  const set = (estado: 'enviado' | 'aceptado') =>
    db.tenant(server.empresaId, (tx) =>
      tx.updateTable('documento').set({ estado }).where('id', '=', body.id).execute(),
    );
  await set('enviado');
  expect(await prune(db, inAYear)).toMatchObject({ intentos: 0 });
  await set('aceptado');
  expect((await prune(db, inAYear)).intentos).toBeGreaterThan(0);
});
