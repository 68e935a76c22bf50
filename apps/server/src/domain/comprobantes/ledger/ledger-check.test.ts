import { randomUUID } from 'node:crypto';
import { documentos, emision } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { noteOf, saleOf } from '../../../main/testing/draft.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { checkLedger, type Evidence, type Finding } from './ledger-check.ts';

const server = withIssuing();
const ids: string[] = [];
const encfs: string[] = [];

const invoice = saleOf({ precio: '100.00' });

beforeAll(async () => {
  const consumer = saleOf({ tipo: '32', precio: '100.00', comprador: null });
  for (const body of [...Array(9).fill(invoice), consumer]) {
    const { body: issued } = await server.call(emision.enviarFactura, { body }, server.key);
    ids.push(issued.id);
    encfs.push(issued.eNCF);
  }
  for (const id of ids) {
    await server.until(async () => {
      const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
      return body.estado === 'aceptado';
    });
  }
  const credit = noteOf(encfs[9]!, { comprador: null, precio: '10.00' });
  const { body: note } = await server.call(emision.enviarFactura, { body: credit }, server.key);
  ids.push(note.id);
});

async function check(evidence: Partial<Evidence> = {}) {
  const findings: Finding[] = [];
  const witnessed = server.simulator.control.log();
  const journal = server.ctx.journal.highest();
  const count = await checkLedger(
    server.ctx.db,
    { now: new Date(), autoridad: 'simulador', seals: server.ctx.seals, journal, witnessed, ...evidence },
    (finding) => findings.push(finding),
  );
  return { count, findings };
}

const spoil = (statement: ReturnType<typeof sql>) => server.ctx.db.owner((tx) => statement.execute(tx));

test('a sound ledger has no findings, and every signed document was checked', async () => {
  expect(await check()).toEqual({ count: 12, findings: [] });
});

test.each<[Finding['promise'], string, () => Promise<unknown>, () => string]>([
  [
    'I1',
    'two documents with one number',
    () => spoil(sql`update documento set encf = ${encfs[0]}, ocupa_numero = false where id = ${ids[1]}`),
    () => encfs[0]!,
  ],
  [
    'I2',
    'a number skipped',
    () => spoil(sql`update secuencia set siguiente = siguiente + 2 where tipo = 32`),
    () => 'E32',
  ],
  [
    'I3',
    'a document that nothing moves',
    () => spoil(sql`update documento set estado = 'enviado' where id = ${ids[2]}`),
    () => ids[2]!,
  ],
  [
    'I4',
    'bytes changed after signing',
    () => spoil(sql`update documento set xml = xml || ' ' where id = ${ids[3]}`),
    () => ids[3]!,
  ],
  [
    'I6',
    'a second post without asking',
    () =>
      spoil(sql`insert into intento (empresa_id, documento_id, numero, operacion, ficha, iniciado, resultado)
        values (${server.empresaId}, ${ids[4]}, 90, 'envio', 1, now(), 'recibido')`),
    () => ids[4]!,
  ],
  [
    'I7',
    'an acceptance taken back',
    () => spoil(sql`update documento set estado = 'rechazado', secuencia_utilizada = true where id = ${ids[5]}`),
    () => ids[5]!,
  ],
  [
    'I9',
    'an event changed',
    () => spoil(sql`update evento set datos = '{}' where empresa_id = ${server.empresaId} and seq = 3`),
    () => 'evento 3',
  ],
  [
    'I10',
    'a key without its document',
    () =>
      spoil(sql`insert into idempotencia (empresa_id, clave, huella, documento_id, creada)
        values (${server.empresaId}, 'perdida', ''::bytea, ${randomUUID()}, now())`),
    () => 'perdida',
  ],
  [
    'I11',
    'figures that no document adds up to',
    () =>
      spoil(sql`insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto)
        values (${server.empresaId}, 'testecf', 31, 0, 0, 0.01)`),
    () => 'testecf E31',
  ],
  [
    'I11',
    'figures of a day that no document adds up to',
    () =>
      spoil(sql`insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto, dia, clase, emitidos, importe)
        values (${server.empresaId}, 'testecf', 31, 0, 0, 0, '2026-03-16', 'rechazado', 1, 0.01)`),
    () => 'testecf E31 2026-03-16 rechazado',
  ],
  [
    'I13',
    'a note that is marked as annulling and does not annul',
    () => spoil(sql`update documento set anula = true where id = ${ids[10]}`),
    () => ids[10]!,
  ],
  [
    'I13',
    'a note linked with another document',
    () => spoil(sql`update documento set modifica = ${ids[8]} where id = ${ids[10]}`),
    () => ids[10]!,
  ],
  [
    'I13',
    'notes that sum more than their document',
    () => spoil(sql`update documento set monto_total = 11.79 where id = ${ids[8]}`),
    () => ids[8]!,
  ],
])('%s: the check finds %s', async (promise, _, damage, about) => {
  await damage();
  const { findings } = await check();
  expect(findings).toContainEqual(expect.objectContaining({ promise, about: expect.stringContaining(about()) }));
});

test('I4, I5, I6: the check finds what contradicts the authority', async () => {
  const log = server.simulator.control.log();
  const of = (i: number) => log.find(({ eNCF }) => eNCF === encfs[i])!;
  const witnessed = [
    ...log.filter((reception) => reception !== of(6)),
    { ...of(7), sha256: '00'.repeat(32), decision: { estado: 'rechazado', secuenciaUtilizada: true } as const },
    { ...of(8), eNCF: 'E310000009999' },
    { ...of(7), decision: { estado: 'rechazado', secuenciaUtilizada: true } as const },
  ];
  const { findings } = await check({ witnessed });
  const broken = findings.map(({ promise, about }) => `${promise} ${about}`);
  expect(broken).toContain(`I4 testecf ${encfs[6]} ${ids[6]}`);
  expect(broken).toContain(`I5 testecf ${encfs[7]} ${ids[7]}`);
  expect(broken).toContain(`I6 testecf ${encfs[7]} ${ids[7]}`);
  expect(broken).toContain('I4 testecf E310000009999');
});

test('I8: the check finds a number that only the journal has', async () => {
  const journal = [{ ambiente: 'testecf', rncEmisor: server.rnc, tipo: 31, numero: 777 }];
  const { findings } = await check({ journal });
  expect(findings).toContainEqual(expect.objectContaining({ promise: 'I8', about: 'testecf E310000000777' }));
});
