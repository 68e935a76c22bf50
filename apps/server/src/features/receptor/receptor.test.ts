import { createHash } from 'node:crypto';
import { entregas, receptor } from '@timbre/contract';
import { officialFiles, schemaErrors } from '@timbre/ecf/official';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { xmlsec1Signs, xmlsec1Verifies } from '@timbre/xml/testing/xmlsec1';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { approvalsOf } from '../../domain/received/approvals-repo.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { leaf, makePeer, type Peer } from '../../main/testing/peer.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { withLines, xmlForm } from '../../main/testing/xml.ts';
import { emisor, invoiceFor, makeReceiver, nextENCF, receivedOf } from './testing/receiving.ts';

const server = withServer();
let company: Stranger;
let other: Stranger;
let peer: Peer;

beforeAll(async () => {
  ({ company, peer } = await makeReceiver(server));
  other = await stranger(server, { ...bare, certificado: true });
});

/** An unsigned e-CF of the sender for the company, or for another buyer. */
const invoice = (eNCF = nextENCF(), comprador = company.rnc) => invoiceFor(comprador, eNCF);
const stored = (empresaId = company.id) => receivedOf(server, empresaId);

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
    server.ctx.db
      .tenant(company.id, (tx) =>
        approvalsOf(tx, company.id, { id: documentoId, ambiente: 'testecf', rnc_comprador: emisor }, { limite: 100 }),
      )
      .then(({ rows }) => rows);

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
      /^Se recibió una respuesta a nombre del comprador 131-88060-0: rechaza E31\d+ \(«Falsa 0»\), firmada por \d{11}, sin comprobar$/,
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
    expect((await recorded()).at(-1)).toMatch(/^El comprador 131-88060-0 rechazó .*, y contradice otra respuesta$/);
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

  test('the parts of the list have the answers of all signers, however many forge', async () => {
    const { id, encf } = await issued(907);
    const buyer = makePeer(server);
    expect((await buyer.approve(await buyer.sign(answer(encf, { motivo: 'La verdadera' })))).status).toBe(200);
    for (let n = 0; n < 26; n++) {
      server.clock.advance(1_000);
      const forger = makePeer(server);
      for (const estado of ['1', '2'])
        expect((await forger.approve(await forger.sign(answer(encf, { estado, motivo: `Falsa ${n}` })))).status).toBe(
          200,
        );
    }
    const read = (query: { limite?: number; cursor?: string }) =>
      server.call(entregas.aprobacionesDeFactura, { params: { id }, query }, company.sesion);
    const first = await read({});
    const cursor = first.headers['x-siguiente']!;
    const second = await read({ cursor });
    expect([first.body.length, second.body.length, second.headers['x-siguiente']]).toEqual([50, 3, undefined]);
    const all = [...first.body, ...second.body];
    expect(new Set(all.map(({ huella }) => huella)).size).toBe(53);
    expect(all.find(({ motivo }) => motivo === 'La verdadera')).toMatchObject({ estado: 'aceptada', contradice: true });
    expect((await read({ cursor: 'x' })).status).toBe(400);
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
