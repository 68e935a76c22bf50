import { receptor } from '@timbre/contract';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { shapesOf } from '@timbre/xml/testing/shapes';
import { xmlsec1 } from '@timbre/xml/testing/stacks';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hostileXml } from '../../main/testing/hostile.ts';
import { leaf, makePeer, type Peer } from '../../main/testing/peer.ts';
import { withServer } from '../../main/testing/server.ts';
import type { Stranger } from '../../main/testing/stranger.ts';
import { xmlForm } from '../../main/testing/xml.ts';
import { emisor, invoiceFor, makeReceiver, nextENCF, receivedOf, refusedBy } from './testing/receiving.ts';

const server = withServer();
let company: Stranger;
let peer: Peer;

beforeAll(async () => {
  ({ company, peer } = await makeReceiver(server));
});

/** An unsigned e-CF of the sender for the company, or for another buyer. */
const invoice = (eNCF = nextENCF(), comprador = company.rnc) => invoiceFor(comprador, eNCF);
const stored = (empresaId = company.id) => receivedOf(server, empresaId);
const refusals = () => refusedBy(server, company.id);

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
