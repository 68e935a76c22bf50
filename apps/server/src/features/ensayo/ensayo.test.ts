import { ensayo as contract } from '@timbre/contract';
import { deriveRFCE, type ECF, readDocument, writeDocument } from '@timbre/ecf';
import { ecfs, rfce } from '@timbre/ecf/testing';
import { articuloDe } from '@timbre/enciclopedia';
import { departures } from '@timbre/xml/node';
import { makeCertificate, type TestIdentity } from '@timbre/xml/testing/certificates';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { checkXml } from '../../domain/comprobantes/judge/check/check-xml.ts';
import { hostileXml, spoiledXml } from '../../main/testing/hostile.ts';
import { ecfXml, withLines, xmlForm } from '../../main/testing/xml.ts';
import { codesOf, emisor, invoice, note, soon, statesOf, withEnsayo, wrongOf } from './testing/ensayar.ts';

const { server, sign, ensayar } = withEnsayo();

describe('a sound document', () => {
  test('a document signed by its issuer passes every check but that of the certificate’s authority', async () => {
    const answer = await ensayar(await sign(invoice()));
    expect(statesOf(answer)).toEqual({
      forma: 'bien',
      estructura: 'bien',
      firma: 'bien',
      certificado: 'no-verificable',
      aritmetica: 'bien',
      reglas: 'bien',
      referencias: 'bien',
      qr: 'bien',
      codigoSeguridad: 'bien',
    });
    expect(Object.keys(statesOf(answer))).toEqual(Object.keys(contract.comprobaciones));
    expect(codesOf(answer)).toEqual(['ENSAYO-CADENA']);
    expect(answer.leido).toMatchObject({ documento: 'ECF', tipo: '31', eNCF: 'E310000000001', rncEmisor: emisor });
    expect(answer.certificado).toMatchObject({ titular: 'Persona de Prueba', identificacion: emisor });
  });

  test('the code and the addresses of the QR are those of the signature', async () => {
    const xml = await sign(invoice());
    const [, value = ''] = /<SignatureValue>([^<]+)/.exec(xml) ?? [];
    const { codigoSeguridad, qr } = await ensayar(xml);
    expect(codigoSeguridad).toBe(value.slice(0, 6));
    expect(qr.map(({ ambiente }) => ambiente)).toEqual(['testecf', 'certecf', 'ecf']);
    for (const { ambiente, url } of qr) {
      const { pathname, searchParams } = new URL(url);
      expect(pathname).toBe(`/${ambiente}/ConsultaTimbre`);
      expect(searchParams.get('CodigoSeguridad')).toBe(codigoSeguridad);
    }
  });

  test.each(Object.entries(ecfs))('a sound document of type %s, signed or not, has no faults', async (_, tree) => {
    const xml = writeDocument('ECF', { ...(tree as ECF), FechaHoraFirma: soon() });
    expect(wrongOf(await ensayar(xml))).toEqual([]);
    const signed = await ensayar(await sign(xml));
    expect(wrongOf(signed)).toEqual([]);
    expect(signed.qr).toHaveLength(3);
  });

  test('a sound summary has no faults; its code waits for its invoice', async () => {
    const answer = await ensayar(await sign(writeDocument('RFCE', rfce)));
    expect(wrongOf(answer)).toEqual([]);
    expect(answer.leido?.documento).toBe('RFCE');
    expect(answer.codigoSeguridad).toBe('a1B2c3');
    expect(answer.qr[0]?.url).toContain('/ConsultaTimbreFC?');
    expect(statesOf(answer).codigoSeguridad).toBe('no-verificable');
  });

  test('an unsigned document is reported as such, and what follows from the signature is not judged', async () => {
    const answer = await ensayar(invoice());
    expect(statesOf(answer)).toMatchObject({
      firma: 'advertencia',
      certificado: 'no-verificable',
      qr: 'no-verificable',
      codigoSeguridad: 'no-verificable',
    });
    expect(codesOf(answer)).toEqual(['firma/falta']);
  });

  test('a document of last year is judged at the moment of its signing: its range had not expired', async () => {
    const late = Date.parse('2031-01-15T12:00:00Z');
    const { FechaHoraFirma } = ecfs['31'];
    expect(FechaHoraFirma).toBe('15-11-2025 10:30:00');
    const answer = checkXml({
      bytes: Buffer.from(writeDocument('ECF', ecfs['31'])),
      now: late,
      tasas: [],
      roots: [],
    });
    expect(wrongOf(answer)).toEqual([]);
  });
});

describe('each check detects its own fault, and only it', () => {
  const cases: Readonly<Record<string, () => Promise<string> | string>> = {
    forma: () => invoice().replace('</Encabezado>', '</Encabesado>'),
    estructura: () => sign(invoice().replace('<TipoPago>1</TipoPago>', '<TipoPago>9</TipoPago>')),
    firma: async () => (await sign(invoice())).replace('Calle Uno 1', 'Calle Uno 2'),
    certificado: () =>
      sign(
        invoice(),
        makeCertificate({ extensions: 'basicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth\n' }),
      ),
    aritmetica: () =>
      sign(
        invoice()
          .replace('<ValorPagar>', '')
          .replace(/<PrecioUnitarioItem>[^<]*/, '<PrecioUnitarioItem>7.00'),
      ),
    reglas: () => sign(ecfXml({ rnc: emisor, eNCF: 'E310000000001', fechaFirma: soon(), vence: '31-12-2020' })),
    referencias: () => sign(note().replace('<NCFModificado>E31', '<NCFModificado>E34')),
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const answer = await ensayar(await cases[name]!());
    const { estado, hallazgos } = answer.comprobaciones.find(({ nombre }) => nombre === name)!;
    const gravest = name === 'aritmetica' ? 'advertencia' : 'mal';
    expect([estado, hallazgos.length > 0]).toEqual([gravest, true]);
    expect(wrongOf(answer).filter((other) => other !== name)).toEqual([]);
    for (const { codigo, mensaje, fuente } of hallazgos) {
      expect([codigo, mensaje === '', fuente === '']).toEqual([codigo, false, false]);
      expect([codigo, articuloDe(codigo)?.codigo]).toEqual([codigo, codigo]);
    }
  });

  test.each([
    ['<ACECF/>', 'XSD-RAIZ'],
    ['', 'xml/sin-raiz'],
    ['<!DOCTYPE ECF [<!ENTITY a "b">]><ECF>&a;</ECF>', 'xml/doctype'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><ECF/>', 'xml/codificacion'],
    [Buffer.from('<ECF>Pe\xf1a</ECF>', 'latin1'), 'xml/utf8'],
    ['<a>'.repeat(100), 'xml/profundidad'],
    [`<ECF>${' '.repeat(5_000_000)}</ECF>`, 'xml/demasiado-grande'],
  ] as const)('the check of the form reports %j', async (text, code) => {
    // An empty field of a form counts as none: a file is sent.
    const answer = await ensayar(Buffer.from(text));
    expect([codesOf(answer), wrongOf(answer)]).toEqual([[code], ['forma']]);
    expect(answer.leido).toBeNull();
  });
});

describe('a signature', () => {
  const sha1 = (xml: string) => xml.replaceAll('xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1');

  test.each([
    ['of another profile', async () => sha1(await sign(invoice())), 'firma/algoritmo'],
    ['twice', async () => (await sign(invoice())).replace(/<Signature .*<\/Signature>/s, '$&$&'), 'firma/varias'],
    [
      'with a comment in a value',
      async () => (await sign(invoice())).replace('Calle Uno', 'Calle<!-- a --> Uno'),
      'xml/comentario',
    ],
    [
      'by a weak key',
      async () => (await sign(invoice())).replace(/(<X509Certificate>)[^<]+/, `$1${weak()}`),
      'firma/llave-debil',
    ],
  ])('a signature %s fails the profile, and its certificate is still reported', async (_, make, code) => {
    const { comprobaciones } = await ensayar(await make());
    expect(comprobaciones.find(({ nombre }) => nombre === 'firma')?.hallazgos.map(({ codigo }) => codigo)).toContain(
      code,
    );
  });

  test.each([
    ['a comment', 'comentarios', '<Encabezado>', '<!-- a --><Encabezado>'],
    ['an Id', 'identificador', '<Signature ', '<Signature Id="a" '],
    ['a name of the key', 'datos-de-llave', '<KeyInfo>', '<KeyInfo><KeyName>a</KeyName>'],
  ] as const)(
    'a signature with %s, which it does not cover, is valid, with a remark',
    async (_, departure, from, to) => {
      const answer = await ensayar((await sign(invoice())).replace(from, to));
      expect([codesOf(answer), wrongOf(answer)]).toEqual([['ENSAYO-FIRMA', 'ENSAYO-CADENA'], []]);
      const { estado, hallazgos } = answer.comprobaciones.find(({ nombre }) => nombre === 'firma')!;
      expect([estado, hallazgos.map(({ mensaje }) => mensaje)]).toEqual(['advertencia', [departures[departure]]]);
    },
  );

  const weak = () =>
    makeCertificate({ bits: 1024 })
      .certificate.replace(/-----[^-]+-----/g, '')
      .replace(/\s/g, '');

  test('a signature of a person for a company is left to the DGII’s judgement', async () => {
    const answer = await ensayar(await sign(invoice(), makeCertificate()));
    expect([codesOf(answer), wrongOf(answer)]).toEqual([['ENSAYO-CADENA', 'ENSAYO-DELEGACION'], []]);
  });

  test('a certificate that expired before the signature fails only the check of the certificate', async () => {
    const expired = makeCertificate({ days: -1, subject: `/CN=Vencida/serialNumber=IDCDO-${emisor}` });
    const answer = await ensayar(await sign(invoice(), expired));
    expect([codesOf(answer), wrongOf(answer)]).toEqual([['firma/certificado-vencido'], ['certificado']]);
  });

  test('the chain is checked with the list of authorities installed', async () => {
    const authority = makeCertificate({ subject: '/CN=Entidad', isAuthority: true });
    const subject = `/CN=Persona/serialNumber=IDCDO-${emisor}`;
    const judge = async (by: TestIdentity) =>
      checkXml({
        bytes: Buffer.from(await sign(invoice(), by)),
        now: Date.now() + 60_000,
        tasas: [],
        roots: [authority.certificate],
      });
    expect(codesOf(await judge(makeCertificate({ subject, issuer: authority })))).toEqual([]);
    expect(codesOf(await judge(makeCertificate({ subject })))).toEqual(['firma/certificado-desconocido']);
  });
});

test('a note is judged by its XML; the invoice that it modifies cannot be', async () => {
  const answer = await ensayar(await sign(note()));
  expect(wrongOf(answer)).toEqual([]);
  expect(codesOf(answer)).toContain('ENSAYO-REFERENCIA');
});

describe('a summary with its invoice', () => {
  const whole = () => ecfXml({ rnc: emisor, eNCF: 'E320000000001', fechaFirma: soon() });
  const summaryOf = async (signed: string, code: string) => {
    const read = readDocument(signed);
    return sign(writeDocument('RFCE', deriveRFCE((read as { tree: ECF }).tree, code)));
  };
  async function compare(summary: string, factura: string) {
    server.clock.advance(2_000);
    const form = xmlForm(summary);
    form.append('factura', new File([factura], 'factura.xml'));
    return (await server.call(contract.ensayar, { form })).body;
  }

  test('a derived summary passes every check but that of the certificate’s authority', async () => {
    const signed = await sign(whole());
    const { codigoSeguridad } = await ensayar(signed);
    const answer = await compare(await summaryOf(signed, codigoSeguridad!), signed);
    expect(codesOf(answer)).toEqual(['ENSAYO-CADENA']);
    expect(answer.codigoSeguridad).toBe(codigoSeguridad);
  });

  test('a summary with another code fails only the check of the code', async () => {
    const signed = await sign(whole());
    const answer = await compare(await summaryOf(signed, 'aaaaaa'), signed);
    expect([codesOf(answer), wrongOf(answer)]).toEqual([
      ['ENSAYO-CADENA', 'ENSAYO-CODIGO-DISTINTO'],
      ['codigoSeguridad'],
    ]);
  });

  test('each other value of a summary is reported at its place', async () => {
    const signed = await sign(whole());
    const { codigoSeguridad } = await ensayar(signed);
    const other = await sign(whole().replace('Empresa de Prueba SRL', 'Otra Empresa SRL'));
    const answer = await compare(await summaryOf(signed, codigoSeguridad!), other);
    expect(wrongOf(answer)).toEqual(['referencias', 'codigoSeguridad']);
    const { hallazgos } = answer.comprobaciones.find(({ nombre }) => nombre === 'referencias')!;
    expect(hallazgos.map(({ codigo, ruta }) => [codigo, ruta])).toEqual([
      ['RFCE-RESUMEN-01', 'Encabezado.Emisor.RazonSocialEmisor'],
    ]);
  });

  test.each(['', '<ECF/>', 'no es XML', '<RFCE/>'])(
    'an invoice that is none (%j) compares with nothing',
    async (text) => {
      const signed = await sign(whole());
      const answer = await compare(await summaryOf(signed, 'aaaaaa'), text);
      expect(codesOf(answer)).toEqual(['ENSAYO-CADENA', 'ENSAYO-FACTURA', 'ENSAYO-CODIGO']);
    },
  );
});

describe('the call', () => {
  test('the call accepts a form with a file, or the XML as its body', async () => {
    server.clock.advance(60_000);
    expect((await server.call(contract.ensayar, { form: new FormData() })).problem.code).toBe('xml/invalido');
    const answer = await server.app.http.fastify.inject({
      method: 'POST',
      url: contract.ensayar.path,
      headers: { 'content-type': 'text/xml' },
      payload: invoice(),
    });
    expect([answer.statusCode, answer.json().leido.rncEmisor]).toEqual([200, emisor]);
  });

  test('an address that sends too many is refused with the time of the next; another is not concerned', async () => {
    server.clock.advance(600_000);
    const send = (address: string) =>
      server.app.http.fastify.inject({ url: contract.ejemploDeEnsayo.path, remoteAddress: address });
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await send('203.0.113.7')).statusCode);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    const refused = await send('203.0.113.7');
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json().title).toMatch(/^Demasiados intentos/);
    expect((await send('203.0.113.8')).statusCode).toBe(200);
    server.clock.advance(2_000);
    expect((await send('203.0.113.7')).statusCode).toBe(200);
  });

  test('the example is sound; an altered one has an invalid signature', async () => {
    server.clock.advance(600_000);
    const text = async (alterado: boolean) =>
      (await server.call(contract.ejemploDeEnsayo, { query: { alterado } })).text;
    expect(wrongOf(await ensayar(await text(false)))).toEqual([]);
    const altered = await ensayar(await text(true));
    expect(codesOf(altered)).toContain('firma/alterado');
    expect(wrongOf(altered)).toContain('firma');
  });

  test('hostile texts get an answer', async () => {
    for (const xml of hostileXml) expect((await ensayar(Buffer.from(xml))).comprobaciones).toHaveLength(9);
  });

  test('damaged documents get an answer, in the form of the contract', async () => {
    const signed = [await sign(invoice()), await sign(writeDocument('RFCE', rfce)), await sign(note())];
    const bytes = fc
      .tuple(fc.constantFrom(...signed), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }))
      .map(([xml, changes]) => {
        const damaged = Buffer.from(xml);
        for (const [at, by] of changes) damaged[at % damaged.length] = by;
        return damaged;
      });
    const anything = fc.oneof(
      bytes,
      spoiledXml(signed).map((xml) => Buffer.from(xml)),
      fc.uint8Array().map((some) => Buffer.from(some)),
    );
    const states = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anything, async (damaged) => {
        const { comprobaciones } = await ensayar(damaged);
        expect(comprobaciones.map(({ nombre }) => nombre)).toEqual(Object.keys(contract.comprobaciones));
        for (const { nombre, estado } of comprobaciones) states.add(`${nombre} ${estado}`);
      }),
      { numRuns: 400 },
    );
    expect(states.size).toBeGreaterThan(15);
  });

  test('a large document gets an answer, with a bounded number of findings', async () => {
    const lines = withLines(invoice(), 900).replaceAll('<PrecioUnitarioItem>1.00', '<PrecioUnitarioItem>9.00');
    const answer = await ensayar(await sign(lines));
    for (const { hallazgos } of answer.comprobaciones) expect(hallazgos.length).toBeLessThanOrEqual(50);
    expect(answer.comprobaciones.some(({ omitidos }) => omitidos > 0)).toBe(true);
  });
});

test('nothing is written: no row of any table changes, and no log line has anything of the document', {
  tags: ['P1.13'],
}, async () => {
  const rows = async () => {
    const { rows: tables } = await server.ctx.db.system((tx) =>
      sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(tx),
    );
    const counts: Record<string, string> = {};
    for (const { name } of tables) {
      // A running server updates `visto` from time to time.
      const row = name === 'diario' ? sql`to_jsonb(t) - 'visto'` : sql`t`;
      const { rows: digests } = await server.ctx.db.system((tx) =>
        sql<{
          digest: string;
        }>`select md5(coalesce(string_agg((${row})::text, '' order by (${row})::text), '')) as digest from ${sql.table(name)} t`.execute(
          tx,
        ),
      );
      counts[name] = digests[0]!.digest;
    }
    return counts;
  };
  const before = await rows();
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const logged = server.logged.length;
  await ensayar(await sign(invoice().replace('Servicio de prueba', 'Secreto de la casa')));
  await ensayar('<ECF>Secreto de la casa');
  expect(await rows()).toEqual(before);
  expect(server.logged.slice(logged).join('\n')).not.toMatch(/Secreto de la casa|E310000000001|131880600/);
});
