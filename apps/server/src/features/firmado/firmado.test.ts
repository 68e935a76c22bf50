import { firmado as contract, verificar } from '@timbre/contract';
import { makeEncryptedPdf, makePdf } from '@timbre/firmas/testing';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { xmlsec1Verifies } from '@timbre/xml/testing/xmlsec1';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyFile } from '../../domain/comprobantes/judge/check/verify-file.ts';
import { startReader } from '../../domain/desk/children.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { hostileXml } from '../../main/testing/hostile.ts';
import { openSession } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml } from '../../main/testing/xml.ts';
import { createChildren } from '../../platform/threads/children.ts';
import { verifyOn } from '../verificar/service.ts';
import { signFile } from './service.ts';

const server = withServer();
let company: Stranger;
let pdf: Buffer;

beforeAll(async () => {
  // The certificates of the tests are valid from now on.
  server.clock.advance(Date.now() + 60_000 - server.clock.now().getTime());
  company = await stranger(server, { ...bare, certificado: true });
  pdf = await makePdf();
});

const fileOf = (content: Uint8Array | string, name: string) =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);

interface Asked extends Partial<Record<keyof typeof contract.firmarDocumento.form, string>> {
  readonly key?: string;
}

/** The server's answer to a file to be signed. */
async function sign(content: Uint8Array | string, name: string, { key: session, ...fields }: Asked = {}) {
  // A new session for each signature: signing requires a password entered in the last five minutes, and the tests move
  // the clock.
  const key = session ?? (await openSession(server, company.usuarioId));
  const form = new FormData();
  form.set('file', fileOf(content, name));
  for (const [field, value] of Object.entries({ rnc: company.rnc, ...fields }))
    if (value !== '') form.set(field, value);
  const encoded = new Response(form);
  const answer = await server.app.http.fastify.inject({
    method: 'POST',
    url: contract.firmarDocumento.path,
    headers: { authorization: `Bearer ${key}`, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const isRefused = answer.statusCode >= 400;
  return {
    status: answer.statusCode,
    bytes: isRefused ? Buffer.alloc(0) : answer.rawPayload,
    name: /filename="([^"]*)"/.exec(String(answer.headers['content-disposition']))?.[1],
    type: answer.headers['content-type'],
    code: isRefused ? answer.json().code : undefined,
    detail: isRefused ? answer.json().detail : undefined,
  };
}

/** The server's answer to an anonymous caller, without the rate limit of the address. */
async function verify(content: Uint8Array | string, original?: Uint8Array | string) {
  server.clock.advance(4_000);
  const form = new FormData();
  form.set('archivo', fileOf(content, 'a'));
  if (original !== undefined) form.set('original', fileOf(original, 'b'));
  const { status, body } = await server.call(verificar.verificarArchivo, { form });
  expect(status).toBe(200);
  return body;
}

const soundly = { estado: 'integra', motivo: '' };
const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 1;
  return copy;
};

describe('a file signed here, and its public verification', () => {
  test('a signed PDF is verified with its person, time and RNC, and is whole', { tags: ['SR7-3'] }, async () => {
    const { status, bytes, name, type } = await sign(pdf, 'Contrato.pdf');
    expect([status, name, type]).toEqual([200, 'Contrato-firmado.pdf', 'application/pdf']);
    const now = Math.floor(server.clock.now().getTime() / 1_000) * 1_000;
    const { formato, firmas, agregado } = await verify(bytes);
    expect([formato, firmas.length, agregado]).toEqual(['pdf', 1, 0]);
    expect(firmas[0]).toMatchObject({
      ...soundly,
      fecha: new Date(now).toISOString(),
      declara: expect.stringContaining(`RNC ${company.rnc}`),
      alcance: 'Todo el documento',
      certificado: { vigencia: 'vigente', momento: 'firma', respaldo: 'no-comprobado' },
    });
    const drawing = changed(bytes, bytes.indexOf('stream') + 20);
    expect((await verify(drawing)).firmas).toMatchObject([
      { estado: 'alterada', motivo: 'El contenido fue alterado después de firmarse.' },
    ]);
  });

  test('a PDF signed twice, with a stamp, is verified with both signatures and the bytes added at its end', async () => {
    const first = await sign(pdf, 'a.pdf', { sello_esquina: 'abajo-derecha', sello_pagina: 'ultima' });
    const second = await sign(first.bytes, 'a.pdf', { incluir_fecha: 'false' });
    const { firmas, agregado } = await verify(Buffer.concat([second.bytes, Buffer.from('\n% nota al final\n')]));
    expect(firmas.map(({ estado, fecha }) => [estado, fecha === null])).toEqual([
      ['integra', false],
      ['integra', true],
    ]);
    expect(firmas[1]!.certificado?.momento).toBe('hoy');
    expect(agregado).toBe(17);
  });

  test('a text is verified with its signature inside, or apart, whichever of the two files comes first', {
    tags: ['SR7-3', 'SR8-10'],
  }, async () => {
    const text = 'Declaro que esto es una prueba.\n';
    const inside = await sign(text, 'carta.txt');
    expect([inside.name, inside.type]).toEqual(['carta.txt.p7m', 'application/pkcs7-mime']);
    expect((await verify(inside.bytes)).firmas).toMatchObject([
      { ...soundly, alcance: 'El contenido que lleva dentro' },
    ]);
    const apart = await sign(text, 'carta.txt', { firma_separada: 'true', incluir_fecha: 'false' });
    expect([apart.name, apart.type]).toEqual(['carta.txt.p7s', 'application/pkcs7-signature']);
    for (const answer of [await verify(apart.bytes, text), await verify(text, apart.bytes)])
      expect(answer.firmas).toMatchObject([{ ...soundly, fecha: null }]);
    expect((await verify(apart.bytes, `${text} `)).firmas).toMatchObject([{ estado: 'alterada' }]);
    expect((await verify(apart.bytes)).firmas).toMatchObject([
      { estado: 'no-verificable', motivo: expect.stringContaining('elija también el archivo') },
    ]);
  });

  test('an XML is signed with its time, or in the form of the DGII, both accepted by xmlsec1', {
    tags: ['SR7-3'],
  }, async () => {
    const { signer } = await server.ctx.signers.of(company.id);
    const root = `-----BEGIN CERTIFICATE-----\n${signer.certificate.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`;
    const xml = '<Contrato xmlns="urn:a"><Monto>100.00</Monto></Contrato>';
    const dated = await sign(xml, 'a.XML');
    expect(dated.name).toBe('a-firmado.XML');
    const properties = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
    expect(xmlsec1Verifies(dated.bytes, root, properties)).toBe(true);
    expect((await verify(dated.bytes)).firmas).toMatchObject([{ ...soundly, fecha: expect.any(String) }]);
    const plain = await sign(xml, 'a.xml', { incluir_fecha: 'False' });
    expect(xmlsec1Verifies(plain.bytes, root)).toBe(true);
    expect((await verify(plain.bytes)).firmas).toMatchObject([{ ...soundly, fecha: null }]);
    for (const bytes of [dated.bytes, plain.bytes])
      expect((await verify(bytes.toString().replace('100.00', '900.00'))).firmas).toMatchObject([
        { estado: 'alterada' },
      ]);
    const ofPortal = await sign('<Postulacion><RNC>1</RNC></Postulacion>', 'p.xml');
    expect(ofPortal.bytes.toString()).not.toContain('SigningTime');
    expect(xmlsec1Verifies(ofPortal.bytes, root)).toBe(true);
  });

  test('each use of the key is recorded with person, document and certificate', async () => {
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql<{ datos: Record<string, string> }>`
        select datos from evento where tipo = 'archivo.firmado' order by seq`.execute(tx),
    );
    expect(rows.map(({ datos }) => datos.formato)).toEqual(expect.arrayContaining(['pdf', 'txt', 'xml']));
    expect(rows[0]!.datos).toMatchObject({ archivo: 'Contrato.pdf', por: company.correo, ip: '127.0.0.1' });
    expect(rows[0]!.datos.huella).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]!.datos.certificado).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('signing is refused', () => {
  test('signing without the RNC, without a certificate, or for another company is refused', {
    tags: ['SR5-39'],
  }, async () => {
    const other = await stranger(server, bare);
    expect(await sign(pdf, 'a.pdf', { rnc: '' })).toMatchObject({ status: 422, code: 'firmado/sin-rnc' });
    expect(await sign(pdf, 'a.pdf', { rnc: other.rnc })).toMatchObject({ status: 403, code: 'acceso/denegado' });
    expect(await sign(pdf, 'a.pdf', { rnc: other.rnc, key: other.sesion })).toMatchObject({
      code: 'certificado/falta',
    });
  });

  test('signing a document that is not the company’s, or is faulty, is refused as anywhere else', async () => {
    const foreign = ecfXml({ rnc: '131880600', eNCF: 'E310000000001' });
    expect(await sign(foreign, 'a.xml')).toMatchObject({ code: 'acceso/denegado' });
    const noRange = ecfXml({ rnc: company.rnc, eNCF: 'E310000000001' });
    expect((await sign(noRange, 'a.xml')).code).toMatch(/^secuencia\//);
  });

  const cases: Readonly<Record<string, [string, () => Promise<Buffer | string> | Buffer | string, string?]>> = {
    'an empty PDF': ['a.pdf', () => '', 'vacío'],
    'a text that is called a PDF': ['a.pdf', () => 'hola', 'dañado'],
    'a truncated PDF': ['a.pdf', () => pdf.subarray(0, 300), 'páginas'],
    'an encrypted PDF': ['a.pdf', makeEncryptedPdf, 'cifrado'],
    'a PDF of 201 pages': ['a.pdf', () => makePdf({ pages: 201 }), '200 páginas'],
    'a picture': ['a.png', () => 'hola', 'pdf, xml y txt'],
    'a file without an ending': ['archivo', () => 'hola', 'pdf, xml y txt'],
  };
  test.each(Object.keys(cases))('signing is refused: %s', async (name) => {
    const [file, make, word = ''] = cases[name]!;
    const { status, code, detail } = await sign(await make(), file);
    expect([status, code]).toEqual([422, 'firmado/archivo']);
    expect(detail).toContain(word);
  });

  test('a stamp on a page that is not there is refused', async () => {
    const answer = await sign(pdf, 'a.pdf', { sello_esquina: 'abajo-derecha', sello_pagina: '2' });
    expect(answer).toMatchObject({ code: 'firmado/archivo', detail: expect.stringContaining('sello') });
  });

  test('a file of 11 MB, to sign or to verify, is refused', async () => {
    const large = Buffer.alloc(11_000_000, 0x20);
    expect(await sign(large, 'a.txt')).toMatchObject({ status: 413, code: 'peticion/muy-grande' });
    expect(await sign(large.subarray(0, 10_485_761), 'a.txt')).toMatchObject({
      status: 413,
      code: 'peticion/muy-grande',
    });
    const form = new FormData();
    form.set('archivo', fileOf(Buffer.concat([large, large.subarray(0, 1_000_001)]), 'a'));
    expect((await server.call(verificar.verificarArchivo, { form })).problem.code).toBe('peticion/muy-grande');
  });

  test('hostile XML is refused', async () => {
    for (const xml of ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<a>'.repeat(100), '<a></b>', 'hola'])
      expect(await sign(xml, 'a.xml')).toMatchObject({ status: 422, code: 'xml/invalido' });
  });
});

describe('a PDF that is read without end', () => {
  /** A child may take 0.2 s for a file, once it has loaded its code with a sound one. */
  const hurried = createDesk({ smallUpTo: -1, workingMs: 200, children: createChildren({ start: startReader }) });
  beforeEach(async () => {
    const sound = { bytes: pdf, original: undefined, now: Date.now(), roots: [] };
    expect((await verifyOn(hurried, sound)).formato).toBe('pdf');
  });
  afterAll(() => hurried.close());

  /** The library reads it without end. */
  const endless = () => Buffer.from(pdf.toString('latin1').replace('/Creator (', '/Creator .'), 'latin1');

  test('an endless PDF is not signed', async () => {
    const plain = {
      incluir_fecha: undefined,
      sello_esquina: undefined,
      sello_pagina: undefined,
      firma_separada: undefined,
    };
    const form = { files: { file: { name: 'a.pdf', bytes: endless() } }, fields: { rnc: company.rnc, ...plain } };
    const caller = { via: 'clave', claveId: 'k', empresaId: company.id, alcances: ['firmar'] } as const;
    const signing = signFile({ ...server.ctx, files: hurried }, caller, form, { por: 'x', ip: '127.0.0.1' });
    await expect(signing).rejects.toMatchObject({
      code: 'firmado/archivo',
      message: expect.stringContaining('demasiado tiempo o memoria'),
    });
  });

  test('an endless PDF is reported to anybody', async () => {
    const answer = await verifyOn(hurried, { bytes: endless(), original: undefined, now: Date.now(), roots: [] });
    expect(answer).toMatchObject({ formato: null, detalle: expect.stringContaining('demasiado tiempo o memoria') });
  });
});

describe('the public verification', () => {
  const outcomeOf = async (content: Uint8Array | string) => {
    const { formato, detalle, firmas } = await verify(content);
    expect(firmas).toEqual([]);
    return [formato, detalle];
  };

  test('the verification explains a file without a signature', async () => {
    expect(await outcomeOf(pdf)).toEqual(['pdf', 'El archivo no está firmado.']);
    expect(await outcomeOf('<a>b</a>')).toEqual(['xml', 'El archivo no está firmado.']);
    expect(await outcomeOf('hola')).toEqual([null, 'El archivo no es un PDF, un XML ni una firma .p7m o .p7s.']);
    expect(await outcomeOf(await makeEncryptedPdf())).toEqual(['pdf', expect.stringContaining('cifrado')]);
    expect(await outcomeOf('<!DOCTYPE a><a/>')).toEqual(['xml', expect.stringContaining('DOCTYPE')]);
    for (const xml of hostileXml) await verify(xml);
  });

  test('the verification reports a certificate that was not valid then, or is no person’s', async () => {
    const { firmas } = await verify((await sign(pdf, 'a.pdf')).bytes);
    const { desde, hasta } = firmas[0]!.certificado!;
    const judge = async (bytes: Buffer, now: number) =>
      (await verifyFile({ bytes, now, roots: [] })).firmas[0]!.certificado!.vigencia;
    const undated = (await sign(pdf, 'a.pdf', { incluir_fecha: 'false' })).bytes;
    expect(await judge(undated, Date.parse(desde) - 1_000)).toBe('no-vigente');
    expect(await judge(undated, Date.parse(hasta) + 1_000)).toBe('vencido');
  });

  test('the verification names the authority of a certificate, where the list is installed', async () => {
    const { bytes } = await sign(pdf, 'a.pdf');
    const { signer } = await server.ctx.signers.of(company.id);
    const now = server.clock.now().getTime();
    const judge = async (roots: string[]) => (await verifyFile({ bytes, now, roots })).firmas[0]!.certificado!.respaldo;
    const own = `-----BEGIN CERTIFICATE-----\n${signer.certificate}\n-----END CERTIFICATE-----\n`;
    expect([await judge([own]), await judge([makeCertificate().certificate])]).toEqual(['reconocido', 'desconocido']);
  });

  test('the verification answers damaged files in the form of the contract', async () => {
    const signed = (await sign(pdf, 'a.pdf')).bytes;
    const files = [(await sign('Declaro.', 'a.txt')).bytes, (await sign('<a>b</a>', 'a.xml')).bytes, signed];
    // Within a PDF, the drawing and the signature are damaged. Some damaged PDF are read without end: a child limits
    // the time.
    const children = createChildren({ start: startReader });
    const bounded = createDesk({ smallUpTo: -1, workingMs: 2_000, children });
    const ranges = [
      [signed.indexOf('stream') + 8, signed.indexOf('endstream')],
      [signed.indexOf('/Contents') + 12, signed.indexOf('/Contents') + 3_000],
    ] as const;
    const placeIn = (file: Buffer, at: number) => {
      if (file !== signed) return at % file.length;
      const [from, to] = ranges[at % 2]!;
      return from + (at % (to - from));
    };
    const damaged = fc
      .tuple(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }),
      )
      .map(([file, places]) => {
        const copy = Buffer.from(file);
        for (const [at, by] of places) copy[placeIn(file, at)]! ^= by;
        return copy;
      });
    // One of each kind is always among them: the drawing, the text, and the name of the algorithm.
    const [text, xml] = files as [Buffer, Buffer];
    const at = (file: Buffer, place: number) => {
      const copy = Buffer.from(file);
      copy[place]! ^= 1;
      return copy;
    };
    const examples = [at(signed, ranges[0][0]), at(text, text.indexOf('Declaro.')), at(xml, xml.indexOf('rsa-sha256'))];
    const states = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 400 })), async (bytes) => {
        const { firmas, formato } = await verifyOn(bounded, { bytes, original: undefined, now: Date.now(), roots: [] });
        for (const { estado } of firmas) states.add(`${formato} ${estado}`);
      }),
      { numRuns: 200, examples: examples.map((bytes): [Uint8Array] => [bytes]) },
    );
    await bounded.close();
    expect([...states]).toEqual(expect.arrayContaining(['pdf alterada', 'cms alterada', 'xml no-verificable']));
  });

  test('an address may verify so many, and is then refused with the time of the next', async () => {
    server.clock.advance(600_000);
    const ask = async () => {
      const form = new FormData();
      form.set('archivo', fileOf('hola', 'a'));
      return server.call(verificar.verificarArchivo, { form });
    };
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await ask()).headers['retry-after']).toBe('4');
  });

  test('a verification stores nothing: no row changes, and no line of the log has anything of the file', async () => {
    server.clock.advance(600_000);
    const count = async () => {
      const { rows } = await server.ctx.db.system((tx) =>
        sql<{
          n: string;
        }>`select (select count(*) from evento) || ' ' || (select count(*) from documento) as n`.execute(tx),
      );
      return rows[0]!.n;
    };
    const before = await count();
    const logged = server.logged.length;
    await verify('<a>Secreto de la casa</a>');
    await verify('Secreto de la casa');
    expect(await count()).toBe(before);
    expect(server.logged.slice(logged).join('\n')).not.toContain('Secreto');
  });
});
