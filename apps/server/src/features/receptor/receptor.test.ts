import { createHash } from 'node:crypto';
import { entregas, receptor } from '@timbre/contract';
import { officialFiles, schemaErrors } from '@timbre/ecf/official';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { shapesOf } from '@timbre/xml/testing/shapes';
import { xmlsec1 } from '@timbre/xml/testing/stacks';
import { xmlsec1Signs, xmlsec1Verifies } from '@timbre/xml/testing/xmlsec1';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { approvalsOf } from '../../domain/received/approvals-repo.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { hostileXml } from '../../main/testing/hostile.ts';
import { leaf, makePeer, type Peer } from '../../main/testing/peer.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, justNow, withLines, xmlForm } from '../../main/testing/xml.ts';

const server = withServer();
let company: Stranger;
let other: Stranger;
let peer: Peer;
/** RNC of the sender. */
const emisor = '131880600';

beforeAll(async () => {
  // The certificates of the tests are valid from now on.
  server.clock.advance(Date.now() + 60_000 - server.clock.now().getTime());
  company = await stranger(server, { ...bare, certificado: true });
  other = await stranger(server, { ...bare, certificado: true });
  peer = makePeer(server);
});

let numbers = 0;
const nextENCF = () => `E31${String(++numbers).padStart(10, '0')}`;

/** An unsigned e-CF of the sender for the company, or for another buyer. */
const invoice = (eNCF = nextENCF(), comprador = company.rnc) =>
  ecfXml({ rnc: emisor, eNCF, fechaFirma: justNow() }).replace(/(<RNCComprador>)\d+/, `$1${comprador}`);

const stored = async (empresaId = company.id) => {
  const { rows } = await server.ctx.db.tenant(empresaId, (tx) =>
    sql<{ encf: string; xml: Buffer; acuse: string | null }>`
      select encf, xml, acuse from recibido order by orden`.execute(tx),
  );
  return rows;
};
const refusals = async () => {
  const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
    sql<{ motivo: number; encf: string; veces: number }>`
      select motivo, encf, veces from recepcion_rechazada order by ultima, encf`.execute(tx),
  );
  return rows;
};

describe('seeds and tokens', () => {
  const exchange = (xml: string | Buffer, headers = {}) =>
    server.call(receptor.validacionCertificado, { form: xmlForm(xml) }, undefined, headers);
  const seed = async () => (await server.call(receptor.semillaReceptor, {})).text;

  test('a signed seed gives a token, once', async () => {
    const signed = await peer.sign(await seed());
    const { status, text } = await exchange(signed);
    expect(status).toBe(200);
    const { token, expira, expedido } = JSON.parse(text);
    expect(token.length).toBeGreaterThan(60);
    expect(expedido).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(expira) - Date.parse(expedido)).toBe(3_600_000);
    expect((await exchange(signed)).problem.code).toBe('receptor/semilla');
  });

  test('the token is XML where only XML is accepted', async () => {
    const { text, headers } = await exchange(await peer.sign(await seed()), { accept: 'application/xml' });
    expect(headers['content-type']).toContain('application/xml');
    expect(leaf(text, 'token')).toBeDefined();
  });

  test('each seed is new; an old, an invented and a stranger’s one are refused', async () => {
    expect(await seed()).not.toBe(await seed());
    const invented = '<SemillaModel><valor>abc.def</valor><fecha>2026-11-20T10:00:00Z</fecha></SemillaModel>';
    expect((await exchange(await peer.sign(invented))).problem.code).toBe('receptor/semilla');
    expect((await exchange(await seed())).problem.code).toBe('xml/invalido');
    const old = await peer.sign(await seed());
    server.clock.advance(5 * 60_000 + 1);
    expect((await exchange(old)).problem.code).toBe('receptor/semilla');
  });

  test('nothing is received without a token, or with an old or invented one', async () => {
    const form = xmlForm(await peer.sign(invoice()));
    const codes = async (token?: string) => (await server.call(receptor.recepcionECF, { form }, token)).problem?.code;
    expect(await codes()).toBe('receptor/token');
    expect(await codes('abc.def')).toBe('receptor/token');
    expect(await codes(company.sesion)).toBe('receptor/token');
    const token = await makePeer(server).token();
    server.clock.advance(3_600_001);
    expect(await codes(token)).toBe('receptor/token');
    peer = makePeer(server);
  });
});

test('a genuine e-CF of another implementation is stored as it came and acknowledged with a signed ARECF', async () => {
  const xml = xmlsec1Signs(`<?xml version="1.0" encoding="utf-8"?>\n${invoice()}`, peer.identity);
  const { status, text } = await peer.send(xml);
  expect(status).toBe(200);
  expect(text).toMatch(/^<\?xml[^>]*\?><ARECF>/);
  expect([leaf(text, 'Estado'), leaf(text, 'RNCComprador'), leaf(text, 'RNCEmisor')]).toEqual([
    '0',
    company.rnc,
    emisor,
  ]);
  if (officialFiles) expect(schemaErrors('ARECF', text)).toEqual([]);
  const { signer } = await server.ctx.signers.of(company.id);
  const pem = `-----BEGIN CERTIFICATE-----\n${signer.certificate.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
  expect(xmlsec1Verifies(text, pem)).toBe(true);
  const [row] = (await stored()).slice(-1);
  expect(createHash('sha256').update(row!.xml).digest('hex')).toBe(createHash('sha256').update(xml).digest('hex'));
  expect(row!.acuse).toBe(text);
});

test('a signature in any form that the standard allows is received, of documents and of seeds', {
  tags: ['P3.9'],
}, async () => {
  const shapes = shapesOf(inject('seed'), { every: false });
  const by = { leaf: peer.identity, root: peer.identity };
  const signed = xmlsec1.sign(
    shapes.map((shape) => ({ ...shape, document: `<!-- a -->${invoice()}` })),
    by,
  );
  for (const [at, xml] of signed.entries()) {
    const { text } = await peer.send(xml);
    expect([shapes[at], leaf(text, 'Estado'), text]).toEqual([shapes[at], '0', text]);
  }
  for (const shape of shapes.slice(0, 12)) {
    const { text: document } = await server.call(receptor.semillaReceptor, {});
    const [seed] = xmlsec1.sign([{ ...shape, document }], by);
    const { status } = await server.call(receptor.validacionCertificado, { form: xmlForm(seed!) });
    expect([shape, status]).toEqual([shape, 200]);
  }
});

test('the same bytes again have the same acknowledgement; other bytes are refused with code 3 once one is confirmed', async () => {
  const unsigned = invoice();
  const signed = await peer.sign(unsigned);
  const first = await peer.send(signed);
  const again = await peer.send(signed);
  expect(again).toEqual(first);
  const beside = await peer.send(await peer.sign(unsigned.replaceAll('100.00', '800.00')));
  expect(leaf(beside.text, 'Estado')).toBe('0');
  expect((await stored()).filter(({ encf }) => encf === leaf(signed, 'eNCF'))).toHaveLength(2);
  await server.ctx.db.tenant(company.id, (tx) =>
    sql`update recibido set estado_dgii = 'aceptado' where encf = ${leaf(signed, 'eNCF')!} and monto_total = 100`.execute(
      tx,
    ),
  );
  const otherBytes = await peer.send(await peer.sign(unsigned.replaceAll('100.00', '900.00')));
  expect([otherBytes.status, leaf(otherBytes.text, 'Estado'), leaf(otherBytes.text, 'CodigoMotivoNoRecibido')]).toEqual(
    [200, '1', '3'],
  );
  expect(await peer.send(signed)).toEqual(first);
  expect((await stored()).filter(({ encf }) => encf === leaf(signed, 'eNCF'))).toHaveLength(2);
});

test('two documents at once with one number are stored as one', async () => {
  const signed = await peer.sign(invoice());
  const answers = await Promise.all([1, 2, 3, 4].map(() => peer.send(signed)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await stored()).filter(({ encf }) => encf === leaf(signed, 'eNCF'))).toHaveLength(1);
});

test('the receiver is the company of the address, or the one that the document names', {
  tags: ['SI6-1'],
}, async () => {
  const forOther = await peer.sign(invoice(nextENCF(), other.rnc));
  expect(leaf((await peer.send(forOther)).text, 'RNCComprador')).toBe(other.rnc);
  const misdirected = await peer.send(await peer.sign(invoice(nextENCF(), other.rnc)), company.rnc);
  expect([leaf(misdirected.text, 'CodigoMotivoNoRecibido'), leaf(misdirected.text, 'RNCComprador')]).toEqual([
    '4',
    company.rnc,
  ]);
  expect((await peer.send(forOther, '131880999')).code).toBe('recurso/no-encontrado');
});

test('a document for nobody here is refused with its motive by the company that has been here longest', {
  tags: ['SI6-1', 'P3.11'],
}, async () => {
  const { rows } = await server.ctx.db.system((tx) =>
    sql<{ rnc: string }>`
      select rnc from empresa join certificado on empresa_id = empresa.id and activo order by creada, empresa.id`.execute(
      tx,
    ),
  );
  expect(rows.length).toBeGreaterThan(1);
  const motiveOf = async (xml: string) => {
    const { status, text } = await peer.send(xml);
    if (officialFiles) expect(schemaErrors('ARECF', text)).toEqual([]);
    expect([status, leaf(text, 'Estado'), leaf(text, 'RNCComprador')]).toEqual([200, '1', rows[0]!.rnc]);
    return leaf(text, 'CodigoMotivoNoRecibido');
  };
  const signed = await peer.sign(invoice(nextENCF(), '131880999'));
  expect(await motiveOf(signed)).toBe('4');
  expect(await motiveOf(signed.replaceAll('100.00', '900.00'))).toBe('2');
  const faulty = invoice(nextENCF(), '131880999').replace(/<MontoTotal>[^<]*<\/MontoTotal>/, '');
  expect(await motiveOf(await peer.sign(faulty))).toBe('1');
});

describe('variants that the official schema allows', () => {
  const put = (name: string, text: string) => (xml: string) =>
    xml.replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${text}<`);
  test.each<[string, (xml: string) => string, object]>([
    ['a date without zeros', put('FechaEmision', '5-1-2026'), { fecha: '2026-01-05' }],
    ['a day that its month does not have', put('FechaEmision', '31-02-2026'), { fecha: '2026-02-28' }],
    ['a time of signing without zeros', put('FechaHoraFirma', '05-11-2026 9:5:7'), {}],
    ['a time of signing that there was not', put('FechaHoraFirma', '31-11-2026 10:00:00'), {}],
    [
      'a number of another type',
      (xml) => xml.replace('<TipoeCF>31<', '<TipoeCF>+31<').replace(/<eNCF>E31/, '<eNCF>E45'),
      { tipo: 31 },
    ],
    ['a number in lower case', (xml) => xml.replace(/<eNCF>E31/, '<eNCF>e31'), { tipo: 31 }],
    ['blanks around amounts', put('MontoTotal', ' 100.00\n'), { monto: '100.00' }],
    [
      'xsi:type',
      (xml) =>
        xml
          .replace('<ECF>', '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">')
          .replace('<MontoTotal>', '<MontoTotal xsi:type="Decimal18D1or2ValidationType">'),
      {},
    ],
    [
      'a schema location',
      (xml) =>
        xml.replace(
          '<ECF>',
          '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="e-CF 31 v.1.0.xsd">',
        ),
      {},
    ],
  ])('%s is received', async (_, change, known) => {
    const plain = invoice();
    const xml = change(plain);
    expect(xml).not.toBe(plain);
    const signed = await peer.sign(xml);
    const { text } = await peer.send(signed);
    expect([leaf(text, 'Estado'), text]).toEqual(['0', text]);
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql<object>`
        select tipo, fecha_emision::text as fecha, monto_total::text as monto from recibido where encf = ${leaf(signed, 'eNCF')!}`.execute(
        tx,
      ),
    );
    expect(rows).toMatchObject([known]);
  });
});

describe('the wire of the programs of others:', () => {
  const request = (options: InjectOptions) => server.app.http.fastify.inject(options);
  const boundary = 'limite';
  const part = (xml: string, head: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${xml}\r\n`;
  const multipart = (...parts: string[]) => ({
    payload: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const raw = (xml: string, type: string | undefined) => ({
    payload: Buffer.from(xml),
    headers: type === undefined ? {} : { 'content-type': type },
  });

  /** Each returns a request for an address and an XML. */
  const wires: Record<
    string,
    (path: string, xml: string) => { url: string; payload: Buffer; headers: Record<string, string> }
  > = {
    'two slashes at the beginning': (path, xml) => ({
      url: `/${path}`,
      ...multipart(part(xml, 'name="xml"; filename="a.xml"')),
    }),
    'two slashes within, one at the end': (path, xml) => ({
      url: `${path.replace('/api/', '//api//')}/`,
      ...multipart(part(xml, 'name="xml"; filename="a.xml"')),
    }),
    'another letter case': (path, xml) => ({
      url: path.toUpperCase(),
      ...multipart(part(xml, 'name="XML"; filename="a.xml"')),
    }),
    'the accent of the text': (path, xml) => ({
      url: path.replace('recepcion', 'recepci%C3%B3n'),
      ...multipart(part(xml, 'name="xml"; filename="a.xml"')),
    }),
    'a part without a file name': (path, xml) => ({ url: path, ...multipart(part(xml, 'name="xml"')) }),
    'a part that says that it is JSON': (path, xml) => ({
      url: path,
      ...multipart(part(xml, 'name="xml"').replace('\r\n\r\n', '\r\nContent-Type: application/json\r\n\r\n')),
    }),
    'a part of another name, and parts that are not known': (path, xml) => ({
      url: path,
      ...multipart(part('1', 'name="version"'), part(xml, 'name="archivo"; filename="a.xml"'), part('x', 'name="rnc"')),
    }),
    'an empty part of the name before it': (path, xml) => ({
      url: path,
      ...multipart(part('', 'name="xml"'), part(xml, 'name="file"; filename="a.xml"')),
    }),
    'the XML as the body': (path, xml) => ({ url: path, ...raw(xml, 'application/xml') }),
    'the XML as the body, as text': (path, xml) => ({ url: path, ...raw(xml, 'text/xml; charset=utf-8') }),
    'the XML as the body, as octets': (path, xml) => ({ url: path, ...raw(xml, 'application/octet-stream') }),
    'the XML as the body, as JSON': (path, xml) => ({ url: path, ...raw(xml, 'application/json') }),
    'the XML as the body, with a type that is empty': (path, xml) => ({ url: path, ...raw(xml, '') }),
    'the XML as the body, with a type that is none': (path, xml) => ({ url: path, ...raw(xml, 'xml') }),
    'the XML as the body, without its type': (path, xml) => ({ url: path, ...raw(`\ufeff${xml}`, undefined) }),
  };
  const doors: Record<
    string,
    { path: string; make: () => Promise<string>; says: (text: string) => unknown; wanted: unknown }
  > = {
    'an e-CF': {
      path: '/fe/recepcion/api/ecf',
      make: () => peer.sign(invoice()),
      says: (text) => leaf(text, 'Estado'),
      wanted: '0',
    },
    'an e-CF below an RNC': {
      path: '/rnc/fe/recepcion/api/ecf',
      make: () => peer.sign(invoice()),
      says: (text) => leaf(text, 'Estado'),
      wanted: '0',
    },
    'a signed seed': {
      path: '/fe/autenticacion/api/validacioncertificado',
      make: async () => peer.sign((await server.call(receptor.semillaReceptor, {})).text),
      says: (text) => Object.keys(JSON.parse(text)),
      wanted: ['token', 'expira', 'expedido'],
    },
    // The approval is of an unknown invoice, which shows that it was read.
    'an approval': {
      path: '/fe/aprobacioncomercial/api/ecf',
      make: () =>
        peer.sign(
          `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>${company.rnc}</RNCEmisor><eNCF>E310000099999</eNCF><FechaEmision>1-1-2026</FechaEmision><MontoTotal>1.00</MontoTotal><RNCComprador>${emisor}</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>11-11-2026 10:00:00</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`,
        ),
      says: (text) => JSON.parse(text).detail,
      wanted: 'No se encuentra un e-CF válido para esta aprobación comercial',
    },
    'a rehearsal': {
      path: '/api/ensayo',
      make: () => peer.sign(invoice()),
      says: (text) => JSON.parse(text).leido.rncEmisor,
      wanted: emisor,
    },
  };
  test.each(Object.keys(doors).flatMap((door) => Object.keys(wires).map((wire) => [door, wire] as const)))(
    '%s with %s is read',
    { tags: ['P3.11'] },
    async (door, wire) => {
      server.clock.advance(2_000);
      const { path, make, says, wanted } = doors[door]!;
      const { url, payload, headers } = wires[wire]!(path.replace('rnc', company.rnc), await make());
      const authorization = `Bearer ${await peer.token()}`;
      const { body } = await request({ method: 'POST', url, payload, headers: { authorization, ...headers } });
      expect([says(body), body]).toEqual([wanted, body]);
    },
  );

  test('the received bytes are the sent bytes', { tags: ['P3.11'] }, async () => {
    for (const wire of [(xml: string) => raw(xml, 'text/plain'), (xml: string) => multipart(part(xml, 'name="xml"'))]) {
      const sent = `\ufeff${await peer.sign(invoice())}\r\n`;
      const { payload, headers } = wire(sent);
      const authorization = `Bearer ${await peer.token()}`;
      const url = '/fe/recepcion/api/ecf';
      const { body } = await request({ method: 'POST', url, payload, headers: { authorization, ...headers } });
      expect(leaf(body, 'Estado')).toBe('0');
      expect((await stored()).at(-1)!.xml.equals(Buffer.from(sent))).toBe(true);
    }
  });

  test('a seed is served at any spelling of its address', async () => {
    for (const url of [
      '//fe/autenticacion/api/semilla',
      '/FE/Autenticacion/API/Semilla/',
      `//${company.rnc}//fe/autenticacion/api/semilla`,
    ])
      expect((await request({ method: 'GET', url })).body).toContain('<SemillaModel');
  });

  test('an empty, an ambiguous, a too large body or another charset is refused, and named', async () => {
    const authorization = `Bearer ${await peer.token()}`;
    const codeOf = async ({ payload, headers }: { payload?: Buffer; headers?: Record<string, string> }) => {
      const url = '/fe/recepcion/api/ecf';
      const options = { ...(payload && { payload }), headers: { authorization, ...headers } };
      return (await request({ method: 'POST', url, ...options })).json().code;
    };
    expect(await codeOf({})).toBe('xml/invalido');
    expect(await codeOf(multipart())).toBe('xml/invalido');
    expect(await codeOf(multipart(part('<a/>', 'name="uno"'), part('<b/>', 'name="dos"')))).toBe('xml/invalido');
    expect(await codeOf(raw('<a/>', 'text/xml; charset=iso-8859-1'))).toBe('peticion/tipo');
    expect(await codeOf(raw('a'.repeat(6 * 1024 * 1024 + 1), 'text/xml'))).toBe('peticion/muy-grande');
  });
});

test('a document with faults of structure is refused with code 1, and stored', async () => {
  const signed = await peer.sign(invoice().replace(/<MontoTotal>[^<]*<\/MontoTotal>/, ''));
  for (let i = 0; i < 2; i++) {
    const { status, text } = await peer.send(signed);
    expect([status, leaf(text, 'Estado'), leaf(text, 'CodigoMotivoNoRecibido')]).toEqual([200, '1', '1']);
  }
  const [last] = (await refusals()).slice(-1);
  expect(last).toEqual({ motivo: 1, encf: leaf(signed, 'eNCF'), veces: 2 });
});

describe('forgeries', () => {
  let genuine: string;
  let signature: string;
  beforeAll(async () => {
    genuine = await peer.sign(invoice());
    signature = /<Signature .*<\/Signature>/.exec(genuine)![0];
  });
  const forged = {
    'an amount changed': () => genuine.replaceAll('100.00', '900.00'),
    'an element added': () => genuine.replace('<MontoTotal>', '<X>1</X><MontoTotal>'),
    'no signature': () => genuine.replace(signature, ''),
    'the signature twice': () => genuine.replace(signature, signature + signature),
    'the signature first': () => genuine.replace(signature, '').replace('<ECF>', `<ECF>${signature}`),
    'a value hidden in a comment': () => genuine.replace('100.00', '1<!-- -->00.00'),
    'the genuine document inside the signature': () =>
      genuine
        .replaceAll('100.00', '900.00')
        .replace('</Signature>', `<Object>${genuine.replace(/^<\?xml.*?\?>/, '')}</Object></Signature>`),
    'the certificate of another': () => {
      const [pem] = /(?<=-----\n)[\s\S]*(?=-----END)/.exec(makeCertificate().certificate)!;
      return genuine.replace(/<X509Certificate>[^<]*/, `<X509Certificate>${pem.replace(/\s/g, '')}`);
    },
    'an expired certificate': () => makePeer(server, makeCertificate({ days: -1 })).sign(invoice()),
    'a certificate of an authority': () => makePeer(server, makeCertificate({ isAuthority: true })).sign(invoice()),
  };
  test.each(Object.entries(forged))('%s is not received, with code 2 or 1', async (_name, make) => {
    const before = await stored();
    const { status, text } = await peer.send(await make(), company.rnc);
    expect([status, leaf(text, 'Estado')]).toEqual([200, '1']);
    expect(['1', '2']).toContain(leaf(text, 'CodigoMotivoNoRecibido'));
    expect(await stored()).toEqual(before);
  });

  const unreadable = {
    'a DOCTYPE': () => `<!DOCTYPE ECF [<!ENTITY x "9">]>${genuine.replace(/^<\?xml.*?\?>/, '')}`,
    'elements too deep': () => '<a>'.repeat(5_000) + '</a>'.repeat(5_000),
    'no XML': () => 'texto',
    nothing: () => '',
    'another format': () =>
      peer.sign('<SemillaModel><valor>a</valor><fecha>2026-01-01T00:00:00Z</fecha></SemillaModel>'),
    'six megabytes': () => genuine.replace('<NombreItem>', `<NombreItem>${'a'.repeat(5_100_000)}`),
  };
  test.each(Object.entries(unreadable))('%s: no acknowledgement', async (_name, make) => {
    const before = await stored();
    const { status } = await peer.send(await make(), company.rnc);
    expect([400, 422]).toContain(status);
    expect(await stored()).toEqual(before);
  });
});

test('no hostile text, signed or not, makes the receiver fail, or is received', async () => {
  const before = await stored();
  for (const xml of hostileXml) {
    const signed = await peer.sign(xml).catch(() => xml);
    for (const sent of [xml, signed]) {
      for (const { status, text } of [await peer.send(sent, company.rnc), await peer.approve(sent, company.rnc)]) {
        expect([status, sent.slice(0, 80)]).not.toEqual([500, sent.slice(0, 80)]);
        expect(leaf(text, 'Estado')).not.toBe('0');
      }
    }
  }
  expect(await stored()).toEqual(before);
  expect(server.logged.filter((line) => line.includes('request failed'))).toEqual([]);
});

describe('with the authorities set', () => {
  const authority = makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true });
  const strict = withServer({ receiverRoots: [authority.certificate] });

  test('only certificates that the authorities issued give a token', async () => {
    strict.clock.advance(Date.now() + 60_000 - strict.clock.now().getTime());
    const known = makePeer(strict, makeCertificate({ issuer: authority }));
    expect((await known.token()).length).toBeGreaterThan(60);
    const { text: seed } = await strict.call(receptor.semillaReceptor, {});
    const form = xmlForm(await peer.sign(seed));
    const { problem } = await strict.call(receptor.validacionCertificado, { form });
    expect(problem).toMatchObject({ code: 'xml/invalido', detail: expect.stringContaining('entidad de confianza') });
  });

  test('only documents signed with the authorities’ certificates are received', async () => {
    const receiving = await stranger(strict, { ...bare, certificado: true });
    const sender = makePeer(strict, makeCertificate({ issuer: authority }));
    const good = await sender.send(await sender.sign(invoice(nextENCF(), receiving.rnc)));
    expect(leaf(good.text, 'Estado')).toBe('0');
    const foreign = await sender.send(await peer.sign(invoice(nextENCF(), receiving.rnc)));
    expect([leaf(foreign.text, 'Estado'), leaf(foreign.text, 'CodigoMotivoNoRecibido')]).toEqual(['1', '2']);
  });
});

test('a large document is judged in a thread', async () => {
  const signed = await peer.sign(withLines(invoice(), 400));
  expect(signed.length).toBeGreaterThan(256 * 1024);
  expect(leaf((await peer.send(signed)).text, 'Estado')).toBe('0');
});

test('a company without a certificate acknowledges nothing and stores nothing', async () => {
  const unsigned = await stranger(server, bare);
  const { code } = await peer.send(await peer.sign(invoice(nextENCF(), unsigned.rnc)));
  expect(code).toBe('certificado/falta');
  expect(await stored(unsigned.id)).toEqual([]);
});

test('a sender has its own rate limit', async () => {
  const fast = makePeer(server);
  const token = await fast.token();
  const form = xmlForm('x');
  const codes = new Set<string | undefined>();
  for (let i = 0; i < 1_001; i++) codes.add((await server.call(receptor.recepcionECF, { form }, token)).problem?.code);
  expect([...codes]).toEqual(['xml/invalido', 'sesion/demasiados-intentos']);
  expect((await peer.send('x')).code).toBe('xml/invalido');
});

describe('a commercial approval', () => {
  const fechaEmision = '2026-11-10';
  const answer = (eNCF: string, more: { estado?: string; monto?: string; motivo?: string } = {}) => {
    const { estado = '1', monto = '100.10', motivo } = more;
    return `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>${company.rnc}</RNCEmisor><eNCF>${eNCF}</eNCF><FechaEmision>10-11-2026</FechaEmision><MontoTotal>${monto}</MontoTotal><RNCComprador>${emisor}</RNCComprador><Estado>${estado}</Estado>${motivo === undefined ? '' : `<DetalleMotivoRechazo>${motivo}</DetalleMotivoRechazo>`}<FechaHoraAprobacionComercial>11-11-2026 10:00:00</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`;
  };
  async function issued(numero: number, more = {}) {
    const row = documentRow(company, 31, numero, { fecha_emision: fechaEmision, rnc_comprador: emisor, ...more });
    await server.ctx.db.tenant(company.id, (tx) => tx.insertInto('documento').values(row).execute());
    return row;
  }
  const approvalsFor = async (documentoId: string) =>
    server.ctx.db.tenant(company.id, (tx) =>
      approvalsOf(tx, company.id, { id: documentoId, ambiente: 'testecf', rnc_comprador: emisor }),
    );

  test('a commercial approval is stored once beside the invoice, with its event', async () => {
    const { id, encf } = await issued(901);
    const signed = await peer.sign(answer(encf, { estado: '2', motivo: 'Precio incorrecto' }));
    expect((await peer.approve(signed)).status).toBe(200);
    expect((await peer.approve(signed, company.rnc)).status).toBe(200);
    expect(await approvalsFor(id)).toMatchObject([{ aprobada: false, motivo: 'Precio incorrecto' }]);
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql<{ datos: object }>`select datos from evento where tipo = 'aprobacion.recibida' and sujeto = ${id}`.execute(
        tx,
      ),
    );
    expect(rows).toMatchObject([{ datos: { eNCF: encf, aprobada: false, motivo: 'Precio incorrecto' } }]);
  });

  test('a commercial approval is accepted without a reason, with a needless one, with a date without zeros', {
    tags: ['P3.11'],
  }, async () => {
    const { id, encf } = await issued(904, { fecha_emision: '2026-11-01' });
    const short = (xml: string) => xml.replace('>10-11-2026<', '>1-11-2026<');
    expect((await peer.approve(await peer.sign(short(answer(encf, { estado: '2' }))))).status).toBe(200);
    server.clock.advance(1_000);
    expect((await peer.approve(await peer.sign(short(answer(encf, { motivo: 'De acuerdo' }))))).status).toBe(200);
    expect(await approvalsFor(id)).toMatchObject([
      { aprobada: true, motivo: 'De acuerdo' },
      { aprobada: false, motivo: null },
    ]);
  });

  test('a commercial approval is a claim of its named signer, and leaves the places of another', async () => {
    const { id, encf } = await issued(905);
    const forger = makePeer(server);
    for (let n = 0; n < 20; n++)
      expect(
        (await forger.approve(await forger.sign(answer(encf, { estado: '2', motivo: `Falsa ${n}` })))).status,
      ).toBe(200);
    expect((await forger.approve(await forger.sign(answer(encf, { estado: '2', motivo: 'Otra' })))).status).toBe(400);
    const genuine = await peer.sign(answer(encf));
    expect((await peer.approve(genuine)).status).toBe(200);
    const seen = async () =>
      (await server.call(entregas.aprobacionesDeFactura, { params: { id } }, company.sesion)).body;
    expect(new Set((await seen()).map(({ comprobada, contradice }) => `${comprobada} ${contradice}`))).toEqual(
      new Set(['false true']),
    );
    const recorded = async () => {
      const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
        sql<{ datos: Record<string, unknown> }>`
          select datos from evento where tipo = 'aprobacion.recibida' and sujeto = ${id} order by seq`.execute(tx),
      );
      return rows.map(({ datos }) => receptor.kinds['aprobacion.recibida'].frase(datos as never));
    };
    expect((await recorded())[0]).toMatch(
      /^Se recibió una respuesta a nombre del comprador 131880600: rechaza E31\d+ \(«Falsa 0»\), firmada por \d{11}, sin comprobar$/,
    );
    // Once the DGII has accepted a document of the buyer with that certificate, its answer is the one that counts.
    await server.ctx.db.tenant(company.id, (tx) =>
      sql`insert into firmante (empresa_id, ambiente, rnc, huella, titular, desde)
        select ${company.id}::uuid, 'testecf', ${emisor}, firmante, titular, now() from aprobacion_recibida
        where documento_id = ${id} and aprobada`.execute(tx),
    );
    const [first, ...others] = await seen();
    expect(first).toMatchObject({ estado: 'aceptada', comprobada: true, contradice: false });
    expect(others.every(({ comprobada, contradice }) => !comprobada && !contradice)).toBe(true);
    await peer.approve(await peer.sign(answer(encf, { estado: '2', motivo: 'Cambié de opinión' })));
    const contradicting = (await seen()).filter(({ contradice }) => contradice);
    expect(contradicting.map(({ estado }) => estado).sort()).toEqual(['aceptada', 'rechazada']);
    expect((await recorded()).at(-1)).toMatch(/^El comprador 131880600 rechazó .*, y contradice otra respuesta$/);
  });

  test('the answers of several forgers after a genuine one neither hide it nor the contradiction', async () => {
    const { id, encf } = await issued(906);
    const buyer = makePeer(server);
    expect((await buyer.approve(await buyer.sign(answer(encf, { motivo: 'La verdadera' })))).status).toBe(200);
    for (const forger of Array.from({ length: 3 }, () => makePeer(server)))
      for (let n = 0; n < 18; n++) {
        server.clock.advance(1_000);
        const forged = await forger.sign(answer(encf, { estado: n === 0 ? '1' : '2', motivo: `Falsa ${n}` }));
        expect((await forger.approve(forged)).status).toBe(200);
      }
    const { body } = await server.call(entregas.aprobacionesDeFactura, { params: { id } }, company.sesion);
    expect(body).toHaveLength(50);
    expect(body.find(({ motivo }) => motivo === 'La verdadera')).toMatchObject({
      estado: 'aceptada',
      contradice: true,
    });
  });

  test('an approval of a missing invoice, of another amount, of a rejected one, forged or incomplete gets 400', async () => {
    const { id, encf } = await issued(902);
    const rejected = await issued(903, { estado: 'rechazado' });
    const approval = await peer.sign(answer(encf));
    const wrong = [
      await peer.sign(answer('E310000099999')),
      await peer.sign(answer(encf, { monto: '100.11' })),
      await peer.sign(answer(rejected.encf)),
      await peer.sign(answer(encf.replace('E31', 'E32'))),
      approval.replace('<Estado>1<', '<Estado>2<'),
      answer(encf),
      await peer.sign(invoice()),
      '',
    ];
    for (const xml of wrong)
      expect(await peer.approve(xml)).toMatchObject({ status: 400, code: 'receptor/aprobacion' });
    expect(await approvalsFor(id)).toEqual([]);
    expect((await peer.approve(approval, other.rnc)).code).toBe('receptor/aprobacion');
    expect((await peer.approve(approval)).status).toBe(200);
  });
});
