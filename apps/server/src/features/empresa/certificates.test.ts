import { generateKeyPairSync } from 'node:crypto';
import { clientes, configuracion, emision, empresa, ensayo, receptor } from '@timbre/contract';
import { makeP12 } from '@timbre/pkcs12/testing';
import { rehearse } from '@timbre/simulator/rehearsal';
import { formatFechaHora } from '@timbre/values';
import { zipOf } from '@timbre/workbook/testing/workbooks';
import { createSigner, SignatureError, type SignatureErrorCode, signCanonical, signXml } from '@timbre/xml/node';
import { type CertificateRequest, makeCertificate } from '@timbre/xml/testing/certificates';
import { beforeAll, expect, test } from 'vitest';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import { writeManifest } from '../../domain/reports/evidence/manifest.ts';
import { verifyEvidence } from '../../domain/reports/evidence/verify-evidence.ts';
import { saleOf } from '../../main/testing/draft.ts';
import { withServer } from '../../main/testing/server.ts';
import { type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, xmlForm } from '../../main/testing/xml.ts';
import { storeCertificate } from './service.ts';

const server = withServer();
const password = 'Clave-123';
let company: Stranger;
let key: string;

beforeAll(async () => {
  // The certificates of the tests are valid from now on.
  server.clock.advance(Date.now() + 30 * 60_000 - server.clock.now().getTime());
  key = makeCertificate().key;
  company = await stranger(server);
});

/** A file, its password, its key and its certificate. */
interface Loaded {
  readonly p12: Buffer;
  readonly password: string;
  readonly key: string;
  readonly certificate: string;
}

function made(request: CertificateRequest): Loaded {
  const identity = makeCertificate({ key, subject: `/CN=Persona/serialNumber=IDCDO-${company.rnc}`, ...request });
  return { p12: makeP12(identity, password), password, ...identity };
}

const inDays = (days: number) =>
  makeDemoCertificate({ name: 'P', id: '00000000018' }, password, new Date(Date.now() + (days + 1) * 86_400_000));

const ecKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Every call that accepts a .p12. Returns the status and the reason. */
const doors: Record<string, (file: Loaded) => Promise<{ status: number; reason: string | undefined }>> = {
  async certificado({ p12, password }) {
    const form = new FormData();
    form.set('archivo', new File([new Uint8Array(p12)], 'a.p12'));
    form.set('clave', password);
    const { status, problem } = await server.call(empresa.cargarCertificado, { form }, company.sesion);
    return { status, reason: problem?.detail };
  },
  async configuracion({ p12, password }) {
    const form = new FormData();
    form.set('certificado', new File([new Uint8Array(p12)], 'a.p12'));
    form.set('PasswordCertificado', password);
    const { status, problem } = await server.call(configuracion.guardarConfiguracion, { form }, company.sesion);
    return { status, reason: problem?.detail };
  },
  async cliente({ p12, password }) {
    const form = new FormData();
    form.set('certificado', new File([new Uint8Array(p12)], 'a.p12'));
    form.set('certificadoPass', password);
    const call = { params: { id: company.id }, form };
    const { status, problem } = await server.call(clientes.guardarCliente, call, await server.root());
    return { status, reason: problem?.detail };
  },
};

const numbers = async () => {
  const { body } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
  return body.map(({ tipo, siguiente }) => [tipo, siguiente]);
};

const issue = () => server.call(emision.enviarFactura, { body: saleOf({}) }, company.clave);

test.each<[string, () => Loaded | Promise<Loaded>, SignatureErrorCode | undefined]>([
  ['a person’s', () => made({}), undefined],
  ['one without extensions', () => made({ extensions: '' }), undefined],
  [
    'one of a person who is not the company',
    () => made({ subject: '/CN=P/serialNumber=IDCDO-00113918205' }),
    undefined,
  ],
  ['one that ends soon', () => made({ days: 5 }), undefined],
  ['an authority’s', () => made({ isAuthority: true }), 'firma/certificado-autoridad'],
  [
    'OpenSSL’s usual one',
    () => made({ extensions: 'basicConstraints=critical,CA:TRUE' }),
    'firma/certificado-autoridad',
  ],
  ['one of a server', () => made({ extensions: 'extendedKeyUsage=serverAuth' }), 'firma/certificado-uso'],
  ['one that enciphers keys', () => made({ extensions: 'keyUsage=keyEncipherment' }), 'firma/certificado-uso'],
  ['one without SN', () => made({ subject: '/CN=Persona' }), 'firma/certificado-titular'],
  ['an expired one', () => made({ days: -1 }), 'firma/certificado-vencido'],
  ['one that is not yet valid', () => inDays(2), 'firma/certificado-no-vigente'],
  ['one of a weak key', () => made({ key: undefined as never, bits: 1024 }), 'firma/llave-debil'],
  ['one of an EC key', () => made({ key: ecKey() }), 'firma/llave'],
])('%s is judged alike at every door', async (_, make, code) => {
  const file = await make();
  const words: Partial<Record<SignatureErrorCode, string>> = {
    'firma/certificado-vencido': 'El certificado venció el ',
    'firma/certificado-no-vigente': 'El certificado vale desde el ',
  };
  const says = code && (words[code] ?? new SignatureError(code).message);
  for (const [door, load] of Object.entries(doors)) {
    const { status, reason } = await load(file);
    expect([door, status, reason]).toEqual([door, code ? 422 : 200, code && expect.stringContaining(says!)]);
  }
  if (code === 'firma/llave' || code === 'firma/llave-debil') return; // no signature can be made with it

  const signer = createSigner(file);
  const at = server.clock.now().getTime();
  const eNCF = 'E310000000001';
  const { xml } = await signXml(ecfXml({ rnc: company.rnc, eNCF, fechaFirma: formatFechaHora(at - 1_000) }), signer);
  const { text } = await server.call(receptor.semillaReceptor, {});
  const seed = (await signXml(text, signer)).xml;

  const { status, problem } = await server.call(receptor.validacionCertificado, { form: xmlForm(seed) });
  expect(['receptor', status, problem?.detail]).toEqual([
    'receptor',
    code ? 422 : 200,
    code && new SignatureError(code).message,
  ]);
  const decision = rehearse({
    service: 'enviarECF',
    ambiente: 'testecf',
    xml,
    fileName: `${company.rnc}${eNCF}.xml`,
    at,
    known: [],
  });
  const messages = decision.mensajes.map(({ valor }) => valor).join();
  expect(['simulator', messages.includes(new SignatureError(code ?? 'firma/falta').message)]).toEqual([
    'simulator',
    code !== undefined,
  ]);
  const { body } = await server.call(ensayo.ensayar, { form: xmlForm(xml) });
  const check = body.comprobaciones.find(({ nombre }) => nombre === 'certificado')!;
  const wrong = check.hallazgos.filter(({ grado }) => grado === 'mal').map(({ codigo }) => codigo);
  expect(wrong).toEqual(code === undefined ? [] : [code]);

  const facts = {
    rnc: company.rnc,
    periodo: '202611',
    ambiente: 'testecf',
    generado: server.clock.now().toISOString(),
  };
  const { xml: manifest } = await signCanonical(await writeManifest(facts, []), signer);
  const { faults } = verifyEvidence(zipOf({ 'manifiesto.xml': manifest }));
  expect(faults.filter((fault) => fault.startsWith('manifiesto.xml'))).toEqual(
    code === undefined ? [] : [`manifiesto.xml: ${new SignatureError(code).message}, a la fecha del expediente`],
  );

  // As if it had been put in use before certificates were checked, or before the clock was set back.
  await storeCertificate(server.ctx, company.id, { fileName: 'a.p12', ...file }, { por: 'prueba', ip: '' });
  const before = await numbers();
  const issued = await issue();
  if (code === undefined) {
    expect(issued.status).toBeLessThan(300);
    return;
  }
  const problems: Partial<Record<SignatureErrorCode, string>> = {
    'firma/certificado-vencido': 'certificado/vencido',
    'firma/certificado-no-vigente': 'certificado/no-vigente',
  };
  expect(issued.problem.code).toBe(problems[code] ?? 'certificado/no-apto');
  expect(await numbers()).toEqual(before);
  const shown = await server.call(empresa.verEmpresa, {}, company.sesion);
  expect(shown.body.certificado?.rechazo).toContain(says);
});

test('a usable certificate with remarks shows them, at the door and on the screen', async () => {
  const authority = makeCertificate({ key, subject: '/CN=Entidad de Prueba', isAuthority: true });
  const outcomeOf = async (request: CertificateRequest) => {
    const { p12 } = made({ issuer: authority, ...request });
    const form = new FormData();
    form.set('archivo', new File([new Uint8Array(p12)], 'a.p12'));
    form.set('clave', password);
    const { body } = await server.call(empresa.cargarCertificado, { form }, company.sesion);
    const screen = { params: { userId: company.usuarioId } };
    const { body: shown } = await server.call(configuracion.verConfiguracion, screen, company.sesion);
    expect(shown.datosCertificado).toEqual(body);
    return [body.rechazo, ...body.avisos.map((aviso) => aviso.slice(0, 60))];
  };
  const of = (id: string) => ({ subject: `/CN=P/serialNumber=IDCDO-${id}` });
  expect(await outcomeOf({})).toEqual([null]);
  expect(await outcomeOf({ days: 5 })).toEqual([null, expect.stringMatching(/^Vence el /)]);
  expect(await outcomeOf({ issuer: undefined as never })).toEqual([
    null,
    expect.stringMatching(/^No lo emitió una entidad/),
  ]);
  expect(await outcomeOf({ digest: 'sha1' })).toEqual([null, expect.stringMatching(/algoritmo débil/)]);
  expect(await outcomeOf({ extensions: 'keyUsage=nonRepudiation' })).toEqual([
    null,
    expect.stringMatching(/no repudio/),
  ]);
  expect(await outcomeOf(of('131880600'))).toEqual([
    null,
    expect.stringContaining('Es de quien tiene el RNC 131-88060-0, que'),
  ]);
  expect(await outcomeOf(of('00113918205'))).toEqual([
    null,
    expect.stringContaining('Es de quien tiene la cédula 001-1391820-5'),
  ]);
  expect(await outcomeOf({ subject: '/CN=P/serialNumber=PASDO-SC123456' })).toEqual([
    null,
    expect.stringContaining('Su campo SN dice «SC123456», que no es un RNC'),
  ]);
});
