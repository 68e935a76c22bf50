import { readdirSync, readFileSync } from 'node:fs';
import { ensayo, firmado, importacion, mapeo, receptor, sesion, verificar } from '@timbre/contract';
import { seeded } from '@timbre/ecf/samples';
import { createSigner } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { doorAt, receiverToken } from '../door.ts';
import { type Bomb, bombs } from './bombs.ts';

// Files that are made to consume memory or time, sent to every call that reads files. The server answers each, and
// neither it nor its child processes grow beyond their limits.

const seed = inject('seed');
const times = inject('every') ? 10_000 : 300;
const atOnce = 4;
const megabyte = 1024;

let server: BuiltServer;
let key: string;
/** Token of an unknown sender at the receiver. */
let token: string;
beforeAll(async () => {
  server = await startBuiltServer({ env: { TIMBRE_TRUSTED_PROXIES: '1' } });
  const { login: correo, password: contrasena } = server;
  key = (await doorAt(server.address).call(sesion.login, { body: { correo, contrasena } })).body.apiKey;
  token = await receiverToken(server.address, createSigner(makeCertificate()));
});
afterAll(() => server?.stop());

/** A memory figure of a process in kilobytes; 0 if the process has ended. */
function memory(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(
      new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0,
    );
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number);
    } catch {
      return [];
    }
  });

function formOf(parts: Readonly<Record<string, Bomb | string>>): FormData {
  const form = new FormData();
  for (const [field, part] of Object.entries(parts))
    form.set(field, typeof part === 'string' ? part : new File([new Uint8Array(part.bytes)], part.name));
  return form;
}

/** Number of addresses used so far. Each file is sent from a network of its own, so that no rate limit refuses it. */
let callers = 0;
const from = () => ({ 'x-forwarded-for': `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` });

async function send(bomb: Bomb): Promise<number> {
  const { call } = doorAt(server.address);
  const params = { rnc: server.login };
  const archivo = formOf({ archivo: bomb });
  const xml = formOf({ xml: bomb });
  switch (bomb.door) {
    case 'verificar':
      return (await call(verificar.verificarArchivo, { form: archivo }, undefined, from())).status;
    case 'ensayo':
      return (await call(ensayo.ensayar, { form: xml }, undefined, from())).status;
    case 'firmar':
      return (await call(firmado.firmarDocumento, { form: formOf({ file: bomb, rnc: server.login }) }, key, from()))
        .status;
    case 'cuentas':
      return (await call(mapeo.leerLibroDeCuentas, { params, form: archivo }, key, from())).status;
    case 'mapeo':
      return (await call(mapeo.leerArchivoDeMapeo, { params, form: archivo }, key, from())).status;
    case 'importar':
      return (await call(importacion.crearImportacion, { form: archivo }, key, from())).status;
    case 'semilla':
      return (await call(receptor.validacionCertificado, { form: xml }, undefined, from())).status;
    case 'recepcion':
      return (await call(receptor.recepcionECF, { form: xml }, token, from())).status;
    case 'aprobacion':
      return (await call(receptor.aprobacionECF, { form: xml }, token, from())).status;
  }
}

test.runIf(process.platform === 'linux')(
  'hostile files are answered, within 150 MB of the server and 512 MB of each of two children',
  { timeout: 4 * 3_600_000, tags: ['P4.16'] },
  async () => {
    const each = bombs(seeded(seed));
    const kindsFirst = Array.from({ length: 8 }, () => each.next().value);
    for (const bomb of kindsFirst) await send(bomb);
    const rest = memory(server.pid, 'VmRSS');
    const most = { server: 0, child: 0, children: 0 };
    const watch = setInterval(() => {
      const pids = childrenOf(server.pid);
      most.children = Math.max(most.children, pids.length);
      most.server = Math.max(most.server, memory(server.pid, 'VmRSS'));
      for (const pid of pids) most.child = Math.max(most.child, memory(pid, 'VmHWM'));
    }, 20);
    const answers = new Map<number, number>();
    const wrong: string[] = [];
    let left = times;
    const sender = async () => {
      while (left-- > 0) {
        const bomb = each.next().value;
        const status = await send(bomb);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        const isBusy = status === 503;
        if (isBusy) await new Promise((resolve) => setTimeout(resolve, 200));
        if (status >= 500 && !isBusy) wrong.push(`${bomb.kind} at ${bomb.door}: ${status}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    const importing = async () =>
      (await doorAt(server.address).call(importacion.listarImportaciones, {}, key)).body.filter(
        ({ estado }) => estado === 'procesando',
      );
    await expect.poll(importing).toEqual([]);
    clearInterval(watch);
    const figures = await fetch(`${server.address}/metrics`).then((answer) => answer.text());
    const stall = /^timbre_event_loop_delay_seconds\{quantile="1"\} (\S+)/m.exec(figures)?.[1];
    const ended = [...figures.matchAll(/^timbre_children_ended_total\{causa="(\w+)"\} (\d+)/gm)].map(
      ([, a, b]) => `${a} ${b}`,
    );
    console.log(
      `${times} hostile files, seed ${seed}: server ${rest >> 10} MB, at most ${most.server >> 10} MB; children at most ${most.children}, of ${most.child >> 10} MB; ` +
        `answers ${JSON.stringify([...answers])}; ended ${ended.join(', ')}; longest stall ${stall} s`,
    );
    expect(wrong).toEqual([]);
    expect(most.server).toBeLessThanOrEqual(Math.min(rest + 150 * megabyte, 600 * megabyte));
    expect(most.child).toBeLessThanOrEqual(512 * megabyte);
  },
);
