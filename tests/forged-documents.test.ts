import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { empresa, receptor, sesion } from '@timbre/contract';
import { mutate, mutationNames } from '@timbre/ecf/mutants';
import { below, pick, seeded } from '@timbre/ecf/samples';
import { makeP12, p12Forms } from '@timbre/pkcs12/testing';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { makeForgeries } from '@timbre/xml/testing/forgeries';
import { hardDocuments } from '@timbre/xml/testing/hard-documents';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ecfXml, justNow, xmlForm } from '../apps/server/src/main/testing/xml.ts';
import { type BuiltServer, makeDataFolder, runTimbre, startBuiltServer } from './built-server.ts';
import { doorAt, receiverToken, rootEnv } from './door.ts';

// Sends every known kind of bad document and certificate to a server. It answers each and accepts no forged one.
// Afterwards its own check of all its data finds nothing.

const every = inject('every');
const random = seeded(inject('seed'));
const company = { rnc: '199000013', razonSocial: 'Empresa de Prueba SRL' };
const genuine = ecfXml({ rnc: '199000022', eNCF: 'E310000000001', fechaFirma: justNow() }).replace(
  /<RNCComprador>\d+/,
  `<RNCComprador>${company.rnc}`,
);
const { authority, owner, signed, kinds } = makeForgeries(genuine, genuine.replaceAll('100.00', '900.00'));

const folder = mkdtempSync(join(tmpdir(), 'timbre-forged-'));
const authorities = join(folder, 'entidades.pem');
const dataDir = makeDataFolder();
let server: BuiltServer;
/** Tokens of senders with certificates of the trusted authority. Each sender may send a hundred documents a second. */
let tokens: string[];
beforeAll(async () => {
  writeFileSync(authorities, authority.certificate);
  const env = { TIMBRE_RECEIVER_CA: authorities, TIMBRE_TRUSTED_PROXIES: '1', ...rootEnv };
  server = await startBuiltServer({ dataDir, env, company: { empresa: company } });
  const senders = [owner, ...Array.from({ length: every ? 15 : 0 }, () => makeCertificate({ issuer: authority }))];
  tokens = await Promise.all(senders.map((sender) => receiverToken(server.address, createSigner(sender))));
});
afterAll(async () => {
  await server?.stop();
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
});

/** The genuine document with a number of its own, unsigned. */
const numbered = () => genuine.replace('E310000000001', `E31${String(2 + sent).padStart(10, '0')}`);
const pieces = ['', '<', '>', '&', '"', '9', '\0', 'ñ', '&#0;', ']]>', '<!--'];

interface Answer {
  readonly status: number;
  /** State in the acknowledgement: 0 if the document was received. */
  readonly estado: string | undefined;
}

let sent = 0;
/** Sends a text as an e-CF, and as a commercial answer to one. */
async function send(xml: string): Promise<readonly [Answer, Answer]> {
  const { call } = doorAt(server.address);
  const token = tokens[sent++ % tokens.length];
  const each = async (route: typeof receptor.recepcionECF | typeof receptor.aprobacionECF): Promise<Answer> => {
    for (;;) {
      const { status, text } = await call(route, { form: xmlForm(xml) }, token);
      if (status !== 429) return { status, estado: /<Estado>(\d)</.exec(text)?.[1] };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  return [await each(receptor.recepcionECF), await each(receptor.aprobacionECF)];
}

describe('documents', () => {
  test('the genuine document is received', async () => {
    expect((await send(signed))[0]).toEqual({ status: 200, estado: '0' });
  });

  for (const [kind, forgeries] of Object.entries(kinds))
    test(`a forged document is never received: ${kind}`, async () => {
      for (const [name, [make]] of Object.entries(forgeries)) {
        const xml = make();
        if (xml === signed) continue;
        const [asDocument, asAnswer] = await send(xml);
        expect([name, asDocument.status < 500, asDocument.estado === '0']).toEqual([name, true, false]);
        expect([name, asAnswer.status >= 400 && asAnswer.status < 500]).toEqual([name, true]);
      }
    });

  test('hard documents are answered, signed and unsigned', async () => {
    const signer = createSigner(owner);
    for (const [name, xml] of Object.entries(hardDocuments)) {
      const both = [xml, (await signXml(xml, signer)).xml];
      const answers = (await Promise.all(both.map(send))).flat();
      expect([name, answers.map(({ status }) => status < 500)]).toEqual([name, [true, true, true, true]]);
    }
  });

  test('mutants are answered: damaged before they are signed, after it, and by single characters', {
    timeout: 4 * 3_600_000,
  }, async () => {
    const signer = createSigner(owner);
    const ofContent = mutationNames.filter((name) => !name.includes('signature'));
    const makers: (() => Promise<string> | string)[] = [
      async () => (await signXml(mutate(numbered(), pick(random, ofContent), random), signer)).xml,
      () => mutate(signed, pick(random, mutationNames), random),
      () => {
        const at = below(random, signed.length);
        return signed.slice(0, at) + pick(random, pieces) + signed.slice(at + 1);
      },
    ];
    let left = every ? 100_000 : 300;
    const failed: string[] = [];
    const sender = async () => {
      while (left-- > 0) {
        const xml = await pick(random, makers)();
        for (const { status } of await send(xml)) if (status >= 500 && status !== 503) failed.push(xml);
      }
    };
    await Promise.all(Array.from({ length: 8 }, sender));
    expect(failed).toEqual([]);
  });
});

describe('certificates', () => {
  const password = 'Clave-123';
  /** Each form of .p12: its name, and a file in that form. */
  const files = Object.entries(p12Forms).map(([name, options]) => [name, makeP12(owner, password, options)] as const);

  async function load(key: string, file: Uint8Array, clave: string) {
    const form = new FormData();
    form.set('archivo', new File([new Uint8Array(file)], 'certificado.p12'));
    form.set('clave', clave);
    return (await doorAt(server.address).call(empresa.cargarCertificado, { form }, key)).status;
  }

  test('certificate files of every form are loaded with their password, and refused with another, cut or changed', async () => {
    const body = { correo: server.login, contrasena: server.password };
    const { apiKey: key } = (await doorAt(server.address).call(sesion.login, { body })).body;
    for (const [name, file] of files) {
      const damaged = Buffer.from(file);
      const at = below(random, file.length);
      damaged[at] = damaged[at]! ^ (1 << below(random, 8));
      const cut = file.subarray(0, below(random, file.length));
      const bad = [
        await load(key, file, 'otra'),
        await load(key, cut, password),
        await load(key, Buffer.concat([file, file]), password),
      ];
      expect([name, await load(key, damaged, password)]).toEqual([name, expect.toBeOneOf([200, 422])]);
      expect([name, bad]).toEqual([name, [422, 422, 422]]);
      expect([name, await load(key, file, password)]).toEqual([name, 200]);
    }
  });
});

test('the check of the server has no findings at the end', async () => {
  await server.kill('SIGTERM');
  const env = { TIMBRE_DEMO: '0', ...rootEnv, TIMBRE_DATA_DIR: dataDir };
  expect(await runTimbre(env, 'verificar')).toEqual({ code: 0, output: expect.stringMatching(/, 0 hallazgos\n$/) });
});
