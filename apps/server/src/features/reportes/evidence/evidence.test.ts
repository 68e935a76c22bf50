import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { reportes } from '@timbre/contract';
import { type PackedPart, packedBytes, readDirectory, writeZip } from '@timbre/workbook';
import { createSigner, signCanonical, signXml, verifyXml } from '@timbre/xml/node';
import { xmlsec1Verifies } from '@timbre/xml/testing/xmlsec1';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CertificateMaterial } from '../../../domain/companies/certificate-material.ts';
import { makeDemoCertificate } from '../../../domain/companies/demo-certificate.ts';
import { verifyEvidence } from '../../../domain/reports/evidence/verify-evidence.ts';
import { ecfOf, issued, received } from '../../../domain/reports/testing/documents.ts';
import { openSession } from '../../../main/testing/people.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import type { Db } from '../../../platform/db/transactions.ts';
import { storeCertificate } from '../../empresa/service.ts';
import { purchase, storeReceipts, withReports } from '../testing/saved-reports.ts';
import { documentParts, measure, type Surveyed } from './files.ts';

const server = withReports();
/** The month of the server's clock. */
const marzo = { fechaDesde: '2026-03-01', fechaHasta: '2026-03-31' } as const;
const periodo = '202603';
let company: Stranger;
let material: CertificateMaterial;
let pack: Buffer;
let parts: Record<string, Buffer>;

const ask = (key: string, month = periodo) =>
  server.app.http.fastify.inject({
    method: 'GET',
    url: `/api/reportes-fiscales/evidencia.zip?periodo=${month}`,
    headers: { authorization: `Bearer ${key}` },
  });

beforeAll(async () => {
  company = await stranger(server, bare);
  const now = server.clock.now();
  material = await makeDemoCertificate({ name: 'Persona de Prueba', id: '00000000018' }, 'una-clave-larga', now);
  await storeCertificate(server.ctx, company.id, material, { por: 'prueba', ip: '' });
  const { signer } = await server.ctx.signers.of(company.id);
  const signed = async (draft: Parameters<typeof ecfOf>[0]) => (await signXml(ecfOf(draft), signer)).xml;
  const sale = { eNCF: 'E310000000001', emisor: company.rnc, comprador: '132111117', fecha: '2026-03-10' };
  const buy = { eNCF: 'E310000000009', emisor: '132111117', comprador: company.rnc, fecha: '2026-03-11' };
  const [saleXml, buyXml] = [await signed(sale), await signed(buy)];
  await server.ctx.db.system(async (tx) => {
    const sum = createHash('sha256').update(saleXml).digest();
    await issued(tx, company.id, sale, { xml: saleXml, xml_sha256: sum });
    await received(tx, company.id, buy, { xml: Buffer.from(buyXml) });
  });
  const paper = purchase('B0100000001', company);
  await storeReceipts(server, company, [
    { ...paper, receipt: { ...paper.receipt, fecha: '12-03-2026' as typeof paper.receipt.fecha } },
  ]);
  for (const tipo of ['606', '607', '608', 'it1'] as const) await server.generate(company, tipo, marzo);
  const answer = await ask(company.sesion);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  pack = answer.rawPayload;
  parts = Object.fromEntries(
    [...readDirectory(pack, 99).values()].map((entry) => [entry.name, inflateRawSync(packedBytes(pack, entry))]),
  );
});

const text = (name: string) => parts[name]!.toString('utf8');

describe('the evidence of a month', () => {
  test('the evidence has the saved reports, their documents as stored, the record and a manifest of it all', async () => {
    expect(Object.keys(parts)).toEqual([
      'reportes/606.json',
      'reportes/607.json',
      `reportes/DGII_F_607_${company.rnc}_202603.TXT`,
      'reportes/608.json',
      `reportes/DGII_F_608_${company.rnc}_202603.TXT`,
      'reportes/it1.json',
      `emitidos/${company.rnc}E310000000001.xml`,
      'recibidos/132111117E310000000009.xml',
      'emitidos.jsonl',
      'registro/eventos.jsonl',
      'registro/cabeza.json',
      'leame.txt',
      'SHA256SUMS',
      'manifiesto.xml',
    ]);
    // The received purchase lacks answers, so the 606 has no TXT.
    const compras = JSON.parse(text('reportes/606.json')) as { reporte: object; filas: { ncf: string }[] };
    expect(compras.filas.map(({ ncf }) => ncf)).toEqual(['E310000000009', 'B0100000001']);
    expect(text(`reportes/DGII_F_607_${company.rnc}_202603.TXT`)).toBe(`607|${company.rnc}|202603|0`);
    const stored = await server.ctx.db.reading(company.id, (tx) =>
      tx.selectFrom('recibido').select('xml').where('empresa_id', '=', company.id).executeTakeFirstOrThrow(),
    );
    expect(parts['recibidos/132111117E310000000009.xml']!.equals(Buffer.from(stored.xml))).toBe(true);
  });

  test('the evidence passes the check, with its signer', () => {
    expect(verifyEvidence(pack)).toMatchObject({
      faults: [],
      facts: { rnc: company.rnc, periodo, ambiente: 'testecf' },
      signer: { holder: 'Persona de Prueba', holderId: '00000000018' },
      files: 13,
      documents: 2,
      entries: text('registro/eventos.jsonl').trim().split('\n').length,
    });
  });

  test('the evidence, unpacked by unzip, passes sha256sum -c in every file but the manifest', () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-evidence-'));
    try {
      writeFileSync(join(folder, 'pack.zip'), pack);
      execFileSync('unzip', ['-q', 'pack.zip'], { cwd: folder });
      const check = () =>
        execFileSync('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
      const checked = check()
        .trim()
        .split('\n')
        .map((line) => line.replace(/: OK$/, ''));
      expect(checked).toEqual(Object.keys(parts).filter((name) => !['SHA256SUMS', 'manifiesto.xml'].includes(name)));
      writeFileSync(join(folder, 'reportes/606.json'), '{}');
      expect(check).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the evidence says what it has not: reports, a TXT with rows to complete, receipts on paper', () => {
    const said = text('leame.txt').split('\r\n');
    expect(said[0]).toBe(`Expediente de ${company.rnc}, período 2026-03, Pruebas`);
    expect(said).toContain('- 609: no hay un reporte guardado del mes.');
    expect(said).toContain('- 606: sin archivo TXT, porque tiene 1 fila por completar.');
    expect(said).toContain('- 606: 1 fila sin XML: compras en papel, cargadas o de QuickBooks.');
    expect(text('leame.txt')).not.toContain('Nada falta');
  });

  test('the manifest of the evidence has a signature that xmlsec1 accepts', () => {
    expect(xmlsec1Verifies(parts['manifiesto.xml']!, material.certificate)).toBe(true);
    expect(xmlsec1Verifies(text('manifiesto.xml').replace('202603', '202604'), material.certificate)).toBe(false);
  });

  test('the evidence reads its company’s documents by name: it has no other’s even without row-level security', async () => {
    const other = await stranger(server, bare);
    const draft = { eNCF: 'E310000000001', fecha: '2026-03-10' };
    const partner = '132111117';
    await server.ctx.db.system(async (tx) => {
      const sale = { ...draft, emisor: other.rnc, comprador: partner };
      const xml = ecfOf(sale);
      await issued(tx, other.id, sale, { xml, xml_sha256: createHash('sha256').update(xml).digest() });
      await received(tx, other.id, { ...draft, emisor: partner, comprador: other.rnc });
    });
    const stored = await server.ctx.db.system(async (tx) => ({
      issued: await tx.selectFrom('documento').select('id').execute(),
      received: await tx.selectFrom('recibido').select('id').execute(),
    }));
    const all = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
    const surveyed = [{ issued: all(stored.issued), received: all(stored.received) }] as unknown as Surveyed[];
    const withoutPolicies = { reading: (_: string, work: never) => server.ctx.db.system(work) } as unknown as Db;
    const names: string[] = [];
    const measured = await measure(withoutPolicies, other.id, surveyed);
    for await (const { name } of documentParts(withoutPolicies, other.id, measured)) names.push(name);
    expect(names).toEqual([
      `emitidos/${other.rnc}E310000000001.xml`,
      `recibidos/${partner}E310000000001.xml`,
      'emitidos.jsonl',
    ]);
  });

  test('the evidence is refused without a saved report, and without a certificate', async () => {
    expect((await ask(company.sesion, '202512')).json().code).toBe('reportes/sin-datos');
    const other = await stranger(server, bare);
    expect((await ask(other.sesion)).json().code).toBe('certificado/falta');
  });

  test('the evidence is recorded', async () => {
    const { rows } = await server.ctx.db.reading(company.id, async (tx) => ({
      rows: await tx
        .selectFrom('evento')
        .select('datos')
        .where('empresa_id', '=', company.id)
        .where('tipo', '=', 'reporte.descargado')
        .execute(),
    }));
    expect(rows).toMatchObject([{ datos: { tipo: 'expediente', periodo } }]);
  });
});

/** The pack with other parts; undefined removes one. */
const packOf = (changes: Record<string, string | Buffer | undefined>): Promise<Buffer> =>
  zipped({ ...parts, ...changes });
async function zipped(contents: Record<string, string | Buffer | undefined>): Promise<Buffer> {
  const entries = Object.entries(contents).flatMap(([name, content]) =>
    content === undefined ? [] : [{ name, content: Buffer.from(content) }],
  );
  return buffer(writeZip(entries, 0));
}
const faultsOf = async (changes: Record<string, string | Buffer | undefined>) =>
  verifyEvidence(await packOf(changes)).faults;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const signerOf = ({ key, certificate }: { key: string; certificate: string }) => createSigner({ key, certificate });

/** The pack with other parts and a manifest that matches them, signed. */
async function resigned(changes: Record<string, Buffer>, signer = signerOf(material)): Promise<Record<string, Buffer>> {
  let { canonical } = verifyXml(parts['manifiesto.xml']!, { trust: () => 'trusted' });
  for (const [name, bytes] of Object.entries(changes)) {
    const before = parts[name]!;
    canonical = canonical.replace(
      `<Archivo bytes="${before.length}" sha256="${sha256(before)}">${name}`,
      `<Archivo bytes="${bytes.length}" sha256="${sha256(bytes)}">${name}`,
    );
  }
  return { ...changes, 'manifiesto.xml': Buffer.from((await signCanonical(canonical, signer)).xml) };
}

describe('the check', () => {
  test('the check reports a changed byte', async () => {
    const changed = Buffer.from(parts['reportes/607.json']!);
    changed[changed.length - 9]! ^= 1;
    expect(await faultsOf({ 'reportes/607.json': changed })).toEqual(['reportes/607.json: fue cambiado']);
  });

  test('the check reports a removed file, and an added one', async () => {
    const name = 'recibidos/132111117E310000000009.xml';
    expect(await faultsOf({ [name]: undefined })).toEqual([`${name}: falta`]);
    expect(await faultsOf({ 'reportes/otro.txt': 'hola' })).toEqual(['reportes/otro.txt: no está en el manifiesto']);
  });

  test('the check reports a manifest that was changed, is missing, or is another document', async () => {
    const other = text('manifiesto.xml').replace('202603', '202604');
    expect((await faultsOf({ 'manifiesto.xml': other }))[0]).toMatch(/^manifiesto\.xml: /);
    expect(await faultsOf({ 'manifiesto.xml': undefined })).toEqual(['manifiesto.xml: falta, o está dañado']);
    const { xml } = await signXml('<Otro><a>1</a></Otro>', signerOf(material));
    expect(await faultsOf({ 'manifiesto.xml': xml })).toEqual(['manifiesto.xml: no es el manifiesto de un expediente']);
  });

  test('the check reports a manifest that another certificate signed anew', async () => {
    const changes = await resigned(
      {},
      signerOf(await makeDemoCertificate({ name: 'Otra', id: '00000000018' }, 'una-clave-larga', server.clock.now())),
    );
    expect(await faultsOf(changes)).toEqual([
      'manifiesto.xml: lo firma otro certificado que el que la plataforma anotó',
    ]);
  });

  test('the check reports a record entry that was changed, removed, moved or cut off, under a manifest that fits', async () => {
    const lines = text('registro/eventos.jsonl').trim().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    const [first, second, ...rest] = lines as [string, string, ...string[]];
    const altered = second.replace('"datos":"{', '"datos":"{ ');
    for (const [wrong, says] of [
      [[first, altered, ...rest], /^registro\/eventos\.jsonl: el evento \d+ no concuerda con su eslabón$/],
      [[first, ...rest], /falta el evento \d+/],
      [[second, first, ...rest], /falta el evento \d+/],
      [lines.slice(0, -1), /faltan los eventos desde el \d+/],
      [[first, 'nada', ...rest], /no se puede leer/],
    ] as const) {
      const changes = await resigned({ 'registro/eventos.jsonl': Buffer.from(`${wrong.join('\n')}\n`) });
      expect(await faultsOf(changes)).toEqual([expect.stringMatching(says)]);
    }
  });

  test('the check reports a record whose links were all made anew: the platform did not sign it', async () => {
    const head = JSON.parse(text('registro/cabeza.json')) as { texto: string; firma: string; llave: string };
    const texto = head.texto.replace(/"eslabon":"(.)/, (_, digit) => `"eslabon":"${digit === '0' ? '1' : '0'}`);
    const unsigned = Buffer.from(JSON.stringify({ ...head, texto }));
    expect(await faultsOf(await resigned({ 'registro/cabeza.json': unsigned }))).toEqual([
      'registro/cabeza.json: la firma de la plataforma no es válida',
    ]);
    // With a key of the forger's own the signature is valid, and the key that is reported is another one.
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const llave = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const forged = {
      texto: head.texto,
      firma: sign(null, Buffer.from(head.texto), privateKey).toString('base64'),
      llave,
    };
    const changes = await resigned({ 'registro/cabeza.json': Buffer.from(JSON.stringify(forged)) });
    expect(verifyEvidence(await packOf(changes)).platform).not.toBe(verifyEvidence(pack).platform);
  });

  test('the check reports a document whose own signature does not hold', async () => {
    const name = `emitidos/${company.rnc}E310000000001.xml`;
    const altered = Buffer.from(text(name).replace('Cosa', 'Casa'));
    expect(await faultsOf(await resigned({ [name]: altered }))).toEqual([
      `${name}: la firma del comprobante no es válida`,
    ]);
  });

  test('the check reports bytes beside the parts, and heads of a part that do not agree', () => {
    const apart = ['el archivo tiene bytes que no son de sus partes, o una parte cuyos dos encabezados no concuerdan'];
    const more = Buffer.from('más');
    const end = pack.length - 22;
    const directory = pack.readUInt32LE(end + 16);
    const [first, second] = [...readDirectory(pack, 99).values()].map(({ offset }) => offset) as [number, number];
    const changed = (at: number, value: number) => {
      const copy = Buffer.from(pack);
      copy[at] = value;
      return copy;
    };
    /** The pack with bytes inserted, and its directory located again. */
    const widened = (at: number) => {
      const copy = Buffer.concat([pack.subarray(0, at), more, pack.subarray(at)]);
      copy.writeUInt32LE(directory + more.length, copy.length - 6);
      return copy;
    };
    const commented = Buffer.concat([pack, more]);
    commented.writeUInt16LE(more.length, end + 20);
    for (const [what, bytes] of Object.entries({
      'a comment': commented,
      'bytes at the end': Buffer.concat([pack, more]),
      'bytes before the directory': widened(directory),
      'another name in the head of the part': changed(first + 30, 'x'.charCodeAt(0)),
      'another time in the head of the part': changed(first + 10, pack[first + 10]! ^ 1),
      'another version in the head of the part': changed(second + 4, 45),
      'flags of the directory': changed(directory + 8, pack[directory + 8]! ^ 2),
      'attributes in the directory': changed(directory + 38, 1),
      'the sum after a part': changed(second - 12, pack[second - 12]! ^ 1),
    }))
      expect(verifyEvidence(bytes).faults, what).toEqual(apart);
  });

  test('the check reports bytes after the end of compressed data', async () => {
    const name = 'reportes/608.json';
    const unpacked = parts[name]!;
    const packedAs = (packedBytes: Buffer) => ({
      method: 8,
      crc: crc32(unpacked),
      unpackedSize: unpacked.length,
      packedBytes,
    });
    const deflated = deflateRawSync(unpacked);
    const faults = async (content: PackedPart) => {
      const entries = Object.entries(parts).map(([each, bytes]) => ({
        name: each,
        content: each === name ? content : bytes,
      }));
      return verifyEvidence(await buffer(writeZip(entries, 0))).faults;
    };
    expect(await faults(packedAs(deflated))).toEqual([]);
    expect(await faults(packedAs(Buffer.concat([deflated, Buffer.from('más')])))).toEqual([`${name}: está dañado`]);
    expect(await faults({ ...packedAs(deflated), unpackedSize: 1 })).toEqual([`${name}: está dañado`]);
  });

  test('the check reports a pack of another platform, where the expected one is known', () => {
    const { platform } = verifyEvidence(pack);
    expect(verifyEvidence(pack, platform).faults).toEqual([]);
    expect(verifyEvidence(pack, 'ab'.repeat(32)).faults).toEqual([
      `registro/cabeza.json: la selló otra plataforma, con la llave ${platform}`,
    ]);
  });

  test('the check reports a file that is no pack', async () => {
    const damaged = ['el archivo no es un expediente, o está dañado'];
    expect(verifyEvidence(Buffer.alloc(0)).faults).toEqual(damaged);
    expect(verifyEvidence(pack.subarray(0, -30)).faults).toEqual(damaged);
    expect(verifyEvidence(await zipped({ 'a.txt': 'a' })).faults).toEqual(['manifiesto.xml: falta, o está dañado']);
  });
});

test('an entry that was changed in the database is reported in the pack', async () => {
  const { db } = server.ctx;
  await db.owner(async (tx) => {
    await sql`alter table evento no force row level security`.execute(tx);
    await sql`update evento set tipo = 'autoridad' where empresa_id = ${company.id} and seq = 3`.execute(tx);
    await sql`alter table evento force row level security`.execute(tx);
  });
  const { rawPayload } = await ask(company.sesion);
  expect(verifyEvidence(rawPayload).faults).toEqual([
    'registro/eventos.jsonl: la plataforma halló alterado el evento 3 al sacar el expediente',
  ]);
});

test('the record has the actions on the month after its end, until the pack is made', async () => {
  const other = await stranger(server, { ...bare, certificado: true });
  const at = (fecha: string) => server.clock.advance(Date.parse(`${fecha}T15:00:00Z`) - server.clock.now().getTime());
  at('2026-04-10');
  const key = await openSession(server, other.usuarioId);
  const empresa = { ...other, sesion: key };
  const { _id: id } = await server.generate(empresa, '607', marzo);
  at('2026-04-15');
  const filing = { params: { tipo: '607', id }, body: { numero: 'ACEPTADO-1', fecha: '2026-04-15' } } as const;
  expect(
    (await server.call(reportes.presentarReporte, filing, await openSession(server, other.usuarioId))).status,
  ).toBe(200);
  const answer = await ask(await openSession(server, other.usuarioId));
  const entry = [...readDirectory(answer.rawPayload, 99).values()].find(
    ({ name }) => name === 'registro/eventos.jsonl',
  )!;
  const lines = inflateRawSync(packedBytes(answer.rawPayload, entry)).toString('utf8').trim().split('\n');
  const tipos = lines.map((line) => (JSON.parse(line) as { tipo: string }).tipo);
  expect(tipos).toEqual(expect.arrayContaining(['reporte.generado', 'reporte.presentado', 'reporte.descargado']));
  expect(verifyEvidence(answer.rawPayload)).toMatchObject({ faults: [], entries: tipos.length });
});
