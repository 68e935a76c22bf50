import { autoridad, documentos } from '@timbre/contract';
import { createSigner } from '@timbre/xml/node';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { storeCertificate } from '../../../features/empresa/service.ts';
import { ecfXml, justNow, noteXml, rfceXml, signedElsewhere, xmlForm } from '../../../main/testing/xml.ts';
import { newId } from '../../../platform/db/id.ts';
import { makeDemoCertificate } from '../../companies/demo-certificate.ts';
import { codeOf, following, withAdoption } from './testing/adoption.ts';

const {
  server,
  unused,
  recibir,
  firmar,
  resumir,
  signedInvoice,
  signedHere,
  receptions,
  rowsOf,
  finalOf,
  issueNext,
  demandOrder,
} = withAdoption();

describe('a signed e-CF at the reception', () => {
  test('a received e-CF is stored byte for byte with its number, sent once, and answered with its trackId', {
    tags: ['P1.2'],
  }, async () => {
    const next = following(await issueNext('31'));
    const xml = await signedInvoice(next);
    const { status, body, problem } = await recibir(xml);
    expect(problem).toBeUndefined();
    expect([status, body.error]).toEqual([200, '']);
    expect(receptions(next).map(({ trackId }) => trackId)).toEqual([body.trackId]);
    const [row, ...others] = await rowsOf(next);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ocupa_numero: true, xml });
    const { body: view } = await server.call(documentos.verDocumento, { params: { id: row!.id } }, server.key);
    expect(view.intentos[0]).toMatchObject({ operacion: 'envio', resultado: 'recibido' });
    expect(await finalOf(row!.id)).toMatchObject({ estado: 'aceptado', trackId: body.trackId });
    expect(server.simulator.control.document({ sha256: receptions(next)[0]?.sha256 ?? '' })).toBe(xml);
    expect(await issueNext('31')).toBe(following(next));
    await demandOrder();
  });

  test('an e-CF posted again is the same document: no second reception, at once or twenty at a time', {
    tags: ['P1.2'],
  }, async () => {
    const eNCF = unused('31');
    const xml = await signedInvoice(eNCF);
    const answers = await Promise.all(Array.from({ length: 20 }, () => recibir(xml)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.trackId)).size).toBe(1);
    const again = await recibir(xml);
    expect(again.body.trackId).toBe(answers[0]!.body.trackId);
    expect(receptions(eNCF)).toHaveLength(1);
    expect(await rowsOf(eNCF)).toHaveLength(1);
    await demandOrder();
  });

  test('an e-CF with other content and a used number is refused, with the remedy', {
    tags: ['P1.2'],
  }, async () => {
    const eNCF = unused('31');
    await recibir(await signedInvoice(eNCF));
    const { status, problem } = await recibir(await signedInvoice(eNCF, { nombre: 'Otra cosa' }));
    expect([status, problem.code]).toEqual([409, 'ecf/duplicado']);
    expect(problem.detail).toContain(eNCF);
    expect(receptions(eNCF)).toHaveLength(1);
    const issued = await issueNext('31');
    const taken = await recibir(await signedInvoice(issued));
    expect(taken.problem.code).toBe('ecf/duplicado');
    await demandOrder();
  });

  test('an e-CF outside every range, or of an expired one, is refused with the ranges that exist', {
    tags: ['P1.2'],
  }, async () => {
    const outside = await recibir(await signedInvoice('E319999999999'));
    expect([outside.status, outside.problem.code]).toEqual([409, 'secuencia/falta']);
    expect(outside.problem.detail).toContain('del 1 al 10000000');
    expect(receptions('E319999999999')).toEqual([]);
    expect(await rowsOf('E319999999999')).toEqual([]);
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`
        insert into secuencia (empresa_id, id, ambiente, tipo, prefijo, desde, hasta, siguiente, vence)
        values (${server.empresaId}, ${newId(new Date())}, 'testecf', 31, 'E31', 20000000, 20000099, 20000000, '2020-12-31')`.execute(
        tx,
      ),
    );
    const expired = await recibir(await signedInvoice('E310020000005'));
    expect([expired.status, expired.problem.code]).toEqual([409, 'secuencia/vencida']);
    expect(expired.problem.detail).toContain('31/12/2020');
  });

  test('an e-CF is refused unsigned, changed after signing, or signed with a certificate of others', async () => {
    const eNCF = unused('31');
    const plain = ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow() });
    const signed = (await signedElsewhere(server, plain)).xml;
    const stranger = await makeDemoCertificate({ name: 'Otra Persona', id: '00000000026' }, 'clave', new Date());
    const foreign = await signedElsewhere(server, plain, createSigner(stranger));
    const cases: [string, string][] = [
      [plain, 'xml/invalido'],
      [signed.replace('Servicio de prueba', 'Servicio'), 'xml/invalido'],
      [foreign.xml, 'certificado/ajeno'],
      ['<ECF', 'xml/invalido'],
    ];
    for (const [xml, code] of cases) expect((await recibir(xml)).problem.code).toBe(code);
    expect(await rowsOf(eNCF)).toEqual([]);
    expect(receptions(eNCF)).toEqual([]);
  });

  test('a received e-CF is judged as any other: what the DGII would reject is refused with each fault', async () => {
    const eNCF = unused('31');
    const broken = await signedInvoice(eNCF, { monto: '-5.00' });
    const { status, problem } = await recibir(broken);
    expect([status, problem.code]).toEqual([422, 'ecf/invalido']);
    expect(problem.errores?.length).toBeGreaterThan(0);
    const future = await recibir(await signedInvoice(eNCF, { fechaFirma: '31-12-2098 10:00:00' }));
    expect(future.problem.errores?.map(({ campo }) => campo)).toContain('FechaHoraFirma');
    const consumer = ecfXml({ rnc: server.rnc, eNCF: unused('32'), fechaFirma: justNow() });
    // A notice does not change this: such an invoice is never sent in full.
    const remarked = consumer.replace('131246796', '131246790');
    for (const xml of [consumer, remarked]) {
      const { problem } = await recibir((await signedElsewhere(server, xml)).xml);
      expect(problem.errores?.filter(({ aviso }) => !aviso).map(({ codigo }) => codigo)).toEqual(['ECF-UMBRAL']);
    }
    expect(await rowsOf(eNCF)).toEqual([]);
  });

  test('an e-CF rejected with its number unused makes room for its correction, in the same place', async () => {
    const eNCF = unused('31');
    const mensajes = [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }];
    server.simulator.control.force({ eNCF, estado: 'rechazado', mensajes, secuenciaUtilizada: false });
    const first = await signedInvoice(eNCF);
    await recibir(first);
    const { id } = (await rowsOf(eNCF))[0]!;
    expect(await finalOf(id)).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: false });
    expect((await recibir(first)).body.mensaje).toContain('no se encuentra activo');
    expect(receptions(eNCF)).toHaveLength(1);
    await recibir(await signedInvoice(eNCF, { nombre: 'Corregido' }));
    expect(await finalOf(id)).toMatchObject({ estado: 'aceptado' });
    expect(await rowsOf(eNCF)).toHaveLength(1);
    await demandOrder();
  });

  test('an e-CF signed with a former certificate of the company, within its dates, is accepted', async () => {
    const before = await signedInvoice(unused('31'));
    const material = await makeDemoCertificate({ name: 'Persona Nueva', id: '00000000034' }, 'clave', new Date());
    await storeCertificate(server.ctx, server.empresaId, material, { por: 'prueba', ip: '127.0.0.1' });
    expect((await recibir(before)).status).toBe(200);
    expect((await recibir(await signedInvoice(unused('31')))).status).toBe(200);
    await demandOrder();
  });

  test('a received note waits for its invoice, and the answer states it', async () => {
    const eNCF = unused('31');
    const invoice = await signedHere(ecfXml({ rnc: server.rnc, eNCF }));
    const note = await signedElsewhere(server, noteXml({ rnc: server.rnc, eNCF: unused('34'), modifica: eNCF }));
    const { status, body } = await recibir(note.xml, {}, { prefer: 'wait=1' });
    expect([status, body.trackId, body.estado]).toEqual([202, null, 'firmado']);
    expect(body.mensaje).toContain(`en cuanto acepte el ${eNCF}`);
    expect(receptions(body.eNCF)).toEqual([]);
    await recibir(invoice);
    expect(await finalOf(body.id)).toMatchObject({ estado: 'aceptado' });
    await demandOrder();
  });

  test('an e-CF received while the DGII does not answer is stored, reported as waiting, and sent later', async () => {
    const eNCF = unused('31');
    server.simulator.control.fault({ kind: 'status', status: 503, services: ['enviarECF'] });
    const xml = await signedInvoice(eNCF);
    const { status, body } = await recibir(xml, {}, { prefer: 'wait=0' });
    expect([status, body.trackId]).toEqual([202, null]);
    expect(body.mensaje).toContain('No lo envíe otra vez');
    expect(body).toMatchObject({ eNCF, estado: 'firmado' });
    const again = await recibir(xml, {}, { prefer: 'wait=0' });
    expect([again.status, again.body.id]).toEqual([202, body.id]);
    server.simulator.control.clearFaults();
    expect(await finalOf(body.id)).toMatchObject({ estado: 'aceptado' });
    expect((await recibir(xml)).body.trackId).toBe(receptions(eNCF)[0]?.trackId);
    await demandOrder();
  });
});

describe('form fields beside the XML', () => {
  test('a form field that contradicts the XML or the company is refused by its name', { tags: ['P1.4'] }, async () => {
    const xml = await signedInvoice(unused('31'));
    const refused: Record<string, string>[] = [
      { Ambiente: 'Produccion' },
      { Ambiente: 'Certificacion' },
      { Ambiente: 'Marte' },
      { RNCEmisor: '131246796' },
      { CodigoSeguridad: 'AAAAAA' },
      { ENCF: 'E310000000001' },
    ];
    for (const fields of refused) {
      const { status, problem } = await recibir(xml, fields);
      expect([fields, status, problem.code]).toEqual([fields, 422, 'peticion/no-coincide']);
      expect(problem.detail).toContain(Object.keys(fields)[0]);
    }
    expect(server.simulator.control.log().filter(({ ambiente }) => ambiente !== 'testecf')).toEqual([]);
    const agreeing = { Ambiente: 'Test', RNCEmisor: server.rnc, CodigoSeguridad: codeOf(xml), Token: 'x', ENCF: '' };
    expect((await recibir(xml, agreeing)).status).toBe(200);
  });

  test('a contradicting form field is refused at every call that has it', { tags: ['P1.4'] }, async () => {
    const eNCF = unused('32');
    const xml = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, codigo: 'aB3+/=' }));
    for (const fields of [{ Ambiente: 'Produccion' }, { ENCF: 'E320000000001' }, { CodigoSeguridad: 'BBBBBB' }])
      expect((await resumir(xml.xml, fields)).problem.code).toBe('peticion/no-coincide');
    const plain = ecfXml({ rnc: server.rnc, eNCF: unused('31') });
    for (const fields of [{ Ambiente: 'Produccion' }, { RNCEmisor: '131246796' }])
      expect((await firmar(plain, fields)).problem.code).toBe('peticion/no-coincide');
    const approval = await server.call(
      autoridad.aprobacionComercial,
      { form: xmlForm('<ACECF/>', { Ambiente: 'Produccion' }) },
      server.key,
    );
    expect(approval.problem.code).toBe('peticion/no-coincide');
    expect(await rowsOf(eNCF)).toEqual([]);
  });
});

describe('a document signed by SignXmlFromDb', () => {
  test('a document signed by SignXmlFromDb is stored with its number, which is never issued again', {
    tags: ['P1.3'],
  }, async () => {
    const next = following(await issueNext('31'));
    const signedXml = await signedHere(ecfXml({ rnc: server.rnc, eNCF: next }), { AddFechaHoraFirma: 'true' });
    expect(await rowsOf(next)).toMatchObject([{ estado: 'firmado', ocupa_numero: true, xml: signedXml }]);
    expect(await issueNext('31')).toBe(following(next));
    expect(receptions(next)).toEqual([]);
    await demandOrder();
    const { status, body } = await recibir(signedXml);
    expect([status, body.trackId]).toEqual([200, receptions(next)[0]?.trackId]);
    expect(await rowsOf(next)).toHaveLength(1);
    await demandOrder();
  });

  test('a document signed again has the same bytes, before it is sent and after', { tags: ['P1.3'] }, async () => {
    const plain = ecfXml({ rnc: server.rnc, eNCF: unused('31') });
    const first = await signedHere(plain, { AddFechaHoraFirma: 'true' });
    expect(await signedHere(plain)).toBe(first);
    expect(await signedHere(first, { AddFechaHoraFirma: 'true' })).toBe(first);
    await recibir(first);
    expect(await signedHere(plain)).toBe(first);
    expect((await Promise.all(Array.from({ length: 8 }, () => signedHere(plain)))).every((xml) => xml === first)).toBe(
      true,
    );
    await demandOrder();
  });

  test('other content with a signed number is refused, as are numbers issued or outside the ranges', async () => {
    const eNCF = unused('31');
    await signedHere(ecfXml({ rnc: server.rnc, eNCF }));
    const other = await firmar(ecfXml({ rnc: server.rnc, eNCF, nombre: 'Otra cosa' }));
    expect([other.status, other.problem.code]).toEqual([409, 'ecf/duplicado']);
    const issued = await firmar(ecfXml({ rnc: server.rnc, eNCF: await issueNext('31') }));
    expect(issued.problem.code).toBe('ecf/duplicado');
    const outside = await firmar(ecfXml({ rnc: server.rnc, eNCF: 'E319999999999' }));
    expect(outside.problem.code).toBe('secuencia/falta');
    const foreign = await firmar(ecfXml({ rnc: '131246796', eNCF: unused('31') }));
    expect(foreign.problem.code).toBe('acceso/denegado');
    const broken = await firmar(ecfXml({ rnc: server.rnc, eNCF: unused('31') }).replace('<eNCF>', '<eNCFx>'));
    expect(broken.problem.code).toMatch(/invalido/);
  });

  test('a document that is not an e-CF is signed without a number', async () => {
    const seed = '<SemillaModel><valor>abc</valor><fecha>2026-01-01T00:00:00.0000000-04:00</fecha></SemillaModel>';
    expect(await signedHere(seed)).toContain('<valor>abc</valor>');
    const count = async () =>
      (await server.ctx.db.system((tx) => sql<{ n: number }>`select count(*) as n from documento`.execute(tx))).rows[0];
    const before = await count();
    await signedHere('<ACECF><DetalleAprobacionComercial><Version>1.0</Version></DetalleAprobacionComercial></ACECF>');
    expect(await count()).toEqual(before);
  });

  test('a signed document rejected with its number unused is signed anew', async () => {
    const eNCF = unused('31');
    const mensajes = [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }];
    server.simulator.control.force({ eNCF, estado: 'rechazado', mensajes, secuenciaUtilizada: false });
    await recibir(await signedHere(ecfXml({ rnc: server.rnc, eNCF })));
    const { id } = (await rowsOf(eNCF))[0]!;
    await finalOf(id);
    const mended = await signedHere(ecfXml({ rnc: server.rnc, eNCF, nombre: 'Corregido' }));
    expect(await rowsOf(eNCF)).toMatchObject([{ id, estado: 'firmado', xml: mended }]);
    await demandOrder();
    await recibir(mended);
    expect(await finalOf(id)).toMatchObject({ estado: 'aceptado' });
    await demandOrder();
  });
});

test.each([
  ['signed elsewhere', async (xml: string) => (await signedElsewhere(server, xml)).xml, recibir],
  ['to be signed', async (xml: string) => xml, firmar],
] as const)(
  'texts of an XML %s stay as they came; what other programs may read differently is reported',
  { tags: ['P3.10'] },
  async (_, make, give) => {
    const eNCF = unused('31');
    const crude = 'Pan&#xD;\u2028cafe\u0301';
    const xml = ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow(), nombre: crude });
    const { problem } = await give(await make(xml));
    expect(problem).toBeUndefined();
    const [row] = await rowsOf(eNCF);
    expect(row!.xml).toContain(`<NombreItem>${crude}</NombreItem>`);
    const { body } = await server.call(documentos.verDocumento, { params: { id: row!.id } }, server.key);
    expect(body.errores).toMatchObject([
      { codigo: 'ECF-TEXTO-02', campo: 'DetallesItems.Item[1].NombreItem', aviso: true },
    ]);
  },
);
