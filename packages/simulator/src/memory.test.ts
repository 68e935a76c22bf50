import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuthorityClient, createAuthorityClient, type Hosts, type Who } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulator, hostsAt, type Simulator } from './simulator.ts';
import { startSimulator } from './start.ts';
import { draftANECF, draftECF, makeSigner, rncEmisor, sealed } from './test-company.ts';

const signer = makeSigner();
const who: Who = { empresa: 'prueba', ambiente: 'testecf' };
let folder: string;
let stateFile: string;
const closing: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-simulator-'));
  stateFile = join(folder, 'state.ndjson');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

function clientOf(hosts: Hosts): AuthorityClient {
  const client = createAuthorityClient({ hosts, sign: async (_, xml) => (await signXml(xml, signer)).xml });
  closing.push(() => client.close());
  return client;
}

const numbered = (n: number) => sealed(draftECF({ eNCF: `E31${String(n).padStart(10, '0')}` }), signer);

/** Runs the simulator as a separate process. */
async function spawnSimulator(): Promise<{ child: ChildProcess; hosts: Hosts }> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0', '--state', stateFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(() => child.kill('SIGKILL'));
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const base = /http:\/\/[\d.]+:\d+/.exec(text)?.[0];
    if (base !== undefined) return { child, hosts: hostsAt(base) };
  }
  throw new Error(`It did not start: ${text}`);
}

test('a simulator killed in the middle of receiving still has everything that it answered', async () => {
  const first = await spawnSimulator();
  const client = clientOf(first.hosts);
  const answered = new Map<string, string>();
  const files = await Promise.all(Array.from({ length: 200 }, (_, index) => numbered(index + 1)));
  await Promise.allSettled(
    files.map(async (file) => {
      const sent = await client.enviarECF(who, file);
      if (sent.kind === 'recibido') answered.set(file.fileName, sent.trackId);
      if (answered.size === 50) first.child.kill('SIGKILL');
    }),
  );
  expect(answered.size).toBeGreaterThanOrEqual(50);
  expect(answered.size).toBeLessThan(200);
  if (first.child.exitCode === null && first.child.signalCode === null) await once(first.child, 'exit');

  const second = await spawnSimulator();
  const asking = clientOf(second.hosts);
  for (const [fileName, trackId] of answered) {
    expect(await asking.consultaResultado(who, trackId)).toMatchObject({ estado: 'aceptado' });
    const eNCF = fileName.slice(rncEmisor.length, -'.xml'.length);
    expect(await asking.consultaTrackIds(who, rncEmisor, eNCF)).toMatchObject({ tracks: [{ trackId }] });
  }
  const log = await (await fetch(`${second.hosts.ecf}/_control/log`, { method: 'POST' })).json();
  expect((log as unknown[]).length).toBeGreaterThanOrEqual(answered.size);
});

async function opened(): Promise<{ simulator: Simulator; client: AuthorityClient }> {
  const simulator = createSimulator({ stateFile });
  closing.push(() => simulator.close());
  return { simulator, client: clientOf(await simulator.listen()) };
}

test('duplicates, voided numbers and credited amounts are remembered after a restart', async () => {
  const before = await opened();
  await before.client.enviarECF(who, await numbered(1));
  const credit = { eNCF: 'E340000000001', monto: '60.00', ncfModificado: 'E310000000001' };
  await before.client.enviarECF(who, await sealed(draftECF(credit), signer));
  const anecf = draftANECF({ desde: 'E310000000005', hasta: 'E310000000007', cantidad: 3 });
  await before.client.anularRango(who, await sealed(anecf, signer));
  const log = before.simulator.control.log();
  await closing.pop()?.();
  await before.simulator.close();

  const { client, simulator } = await opened();
  expect(simulator.control.log()).toEqual(log);
  for (const [file, codigo] of [
    [await numbered(1), '1209'],
    [await numbered(6), '0'],
    [await sealed(draftECF({ ...credit, eNCF: 'E340000000002', monto: '50.00' }), signer), '0'],
  ] as const) {
    const sent = await client.enviarECF(who, file);
    if (sent.kind !== 'recibido') throw new Error(sent.crudo);
    expect(await client.consultaResultado(who, sent.trackId)).toMatchObject({
      estado: 'rechazado',
      mensajes: [{ codigo }],
    });
  }
});

test('a last line that a crash cut is dropped, and writing goes on after it', async () => {
  const before = await opened();
  await before.client.enviarECF(who, await numbered(1));
  await before.simulator.close();
  const whole = readFileSync(stateFile, 'utf8');
  appendFileSync(stateFile, '{"reception":{"trackId":"ñ');

  const { client, simulator } = await opened();
  expect(simulator.control.log()).toHaveLength(1);
  await client.enviarECF(who, await numbered(2));
  expect(readFileSync(stateFile, 'utf8').startsWith(whole)).toBe(true);
  expect(
    readFileSync(stateFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toHaveLength(2);
});

test('the state of a document is facts and a digest, never its XML', async () => {
  const { client } = await opened();
  await client.enviarECF(who, await numbered(1));
  const state = readFileSync(stateFile, 'utf8');
  expect(state).toContain('"montoTotal":"100.00"');
  expect(state).not.toMatch(/<|SignatureValue|Certificate/);
});

test('a simulator in a thread of its own answers and obeys', async () => {
  const running = await startSimulator({ stateFile, settings: { validacionMs: 60_000 } });
  closing.push(() => running.close());
  const client = clientOf(running.hosts);
  const sent = await client.enviarECF(who, await numbered(1));
  if (sent.kind !== 'recibido') throw new Error(sent.crudo);
  expect(await client.consultaResultado(who, sent.trackId)).toMatchObject({ estado: 'en_proceso' });
  const order = (command: string, argument?: unknown) =>
    fetch(`${running.hosts.ecf}/_control/${command}`, { method: 'POST', body: JSON.stringify(argument) ?? null });
  expect(await (await order('settings', { clockOffsetMs: 60_000 })).json()).toMatchObject({ validacionMs: 60_000 });
  expect(await client.consultaResultado(who, sent.trackId)).toMatchObject({ estado: 'aceptado' });
  expect((await order('nada')).status).toBe(404);
  expect((await order('toString')).status).toBe(404);
  expect((await order('delegate')).status).toBe(400);
  expect((await fetch(`${running.hosts.ecf}/_control/log`)).status).toBe(404);
});

test('a taken port is an error', async () => {
  const first = await startSimulator({});
  closing.push(() => first.close());
  await expect(startSimulator({ port: Number(new URL(first.hosts.ecf).port) })).rejects.toThrow(/EADDRINUSE/);
});

test('the bytes of a document are stored only on request', async () => {
  const keeping = createSimulator({ keepDocuments: true });
  closing.push(() => keeping.close());
  const file = await numbered(1);
  await clientOf(await keeping.listen()).enviarECF(who, file);
  const [reception] = keeping.control.log();
  expect(keeping.control.document({ sha256: reception?.sha256 ?? '' })).toBe(file.xml);
  const { simulator, client } = await opened();
  await client.enviarECF(who, file);
  expect(simulator.control.document({ sha256: reception?.sha256 ?? '' })).toBeUndefined();
});
