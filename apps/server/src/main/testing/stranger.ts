import { type Ambiente, aprobaciones, clientes, configuracion, empresa, expires, sesion } from '@timbre/contract';
import { rncCheckDigitHolds, type TipoECF, tiposECF } from '@timbre/values';
import type { CertificateMaterial } from '../../domain/companies/certificate-material.ts';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import { testPassword } from './people.ts';
import type { TestServer } from './server.ts';

/** The calls by which a stranger uses a server, which may run in another process. */
export interface Door {
  readonly call: TestServer['call'];
  /** Logs in the platform's administrator. Returns the session key. */
  readonly root: () => Promise<string>;
}

/** A company that was set up only by calls of the contract, with its first user logged in. */
export interface Stranger {
  readonly id: string;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly usuarioId: string;
  /** E-mail of its first user, also their user name. Their password is {@link testPassword}. */
  readonly correo: string;
  /** Session key of its first user. */
  readonly sesion: string;
  /** Integration key. */
  readonly clave: string;
}

/** The setup of a stranger after its registration. */
export interface StrangerOptions {
  /** Its identity; default an invented RNC, and a name with its number. */
  readonly empresa?: { readonly rnc: string; readonly razonSocial: string };
  /** Facts that it states about itself; default {@link datosDeStranger}. null: none, as after the registration. */
  readonly datos?: empresa.DatosEmpresa | null;
  /** The types that get a range in its environment; default all ten. */
  readonly rangos?: readonly TipoECF[];
  /** Whether it has a certificate in use (the same for all of the process); default true. */
  readonly certificado?: boolean;
  /** The environment that it works in; default Pruebas. */
  readonly ambiente?: Ambiente;
}

/** The minimum facts that a company must state so that it can issue. */
export const datosDeStranger: empresa.DatosEmpresa = { direccion: 'Calle Inventada 45, Santo Domingo' };

/** Options of a stranger that states no facts and cannot issue: it only has a user and a key. */
export const bare = { datos: null, rangos: [], certificado: false } as const satisfies StrangerOptions;

/** The certificate is valid from the day before, for five years: the clocks of all tests are within that time. */
const issued = new Date('2025-06-01T00:00:00Z');
/** How many companies this process has made. */
let made = 0;
let certificate: Promise<CertificateMaterial> | undefined;

/**
 * Registers a company as its owner would, by calls of the contract alone: a request, the approval of the platform's
 * administrator, log-in, facts, certificate, environment, ranges, integration key.
 *
 * @param door of a server where only the tests of this process register companies
 */
export async function stranger(door: Door, options: StrangerOptions = {}): Promise<Stranger> {
  const { datos = datosDeStranger, rangos = tiposECF, certificado = true, ambiente = 'testecf' } = options;
  made += 1;
  const { rnc, razonSocial } = options.empresa ?? {
    rnc: inventedRNC(made),
    razonSocial: `Empresa de Prueba ${made} SRL`,
  };
  const correo = `prueba${rnc}@ejemplo.invalid`;
  // The limits of registrations and log-ins are counted by address.
  const address = `10.0.${made >> 8}.${made & 255}`;
  const request = { correo, contrasena: testPassword, rncEmisor: rnc, razonSocial };
  must(await door.call(clientes.registrar, { body: request }, undefined, {}, address));
  await approve(door, rnc);
  const credentials = { correo, contrasena: testPassword };
  const { body: session } = must(await door.call(sesion.login, { body: credentials }, undefined, {}, address));
  const key = session.apiKey;
  const { body: mine } = must(await door.call(sesion.misEmpresas, {}, key));
  if (datos !== null) must(await door.call(empresa.guardarDatosEmpresa, { body: datos }, key));
  if (certificado) await loadCertificate(door, key);
  if (ambiente !== 'testecf') await moveTo(door, ambiente, rnc, key);
  await addRanges(door, ambiente, rangos, key);
  const { apiKey: clave } = must(await door.call(configuracion.generarApiKey, { body: {} }, key)).body;
  const id = mine.empresas.find(({ actual }) => actual)!.empresaId;
  return { id, rnc, razonSocial, usuarioId: session.userId, correo, sesion: key, clave };
}

/** Approves a company's request. */
async function approve(door: Door, rnc: string): Promise<void> {
  const root = await door.root();
  const { body: waiting } = must(await door.call(aprobaciones.solicitudesPendientes, {}, root));
  const { id } = waiting.find(({ rncEmisor }) => rncEmisor === rnc)!;
  must(await door.call(aprobaciones.aprobarSolicitud, { params: { id } }, root));
}

async function loadCertificate(door: Door, key: string): Promise<void> {
  certificate ??= makeDemoCertificate({ name: 'Persona de Prueba', id: '00000000018' }, 'clave del p12', issued);
  const { p12, fileName, password } = await certificate;
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(p12)], fileName));
  form.set('clave', password);
  must(await door.call(empresa.cargarCertificado, { form }, key));
}

/** Requests another environment, with the Secret Key that this requires, and has it approved. */
async function moveTo(door: Door, ambiente: Ambiente, rnc: string, key: string): Promise<void> {
  const { secretKey } = must(await door.call(configuracion.generarSecretKey, { body: {} }, key)).body;
  const proof = { rncEmisor: rnc, secretoIngresado: secretKey };
  must(await door.call(configuracion.validarSecreto, { body: proof }, key));
  const form = new FormData();
  form.set('NuevoAmbiente', ambiente === 'ecf' ? 'Produccion' : 'Certificacion');
  must(await door.call(configuracion.guardarConfiguracion, { form }, key));
  await approve(door, rnc);
}

/** Adds ranges of 10,000,000 numbers to the company of a session. */
async function addRanges(door: Door, ambiente: Ambiente, tipos: readonly TipoECF[], key: string): Promise<void> {
  if (ambiente === 'testecf' && tipos.length === tiposECF.length) {
    must(await door.call(configuracion.registrarRangosDePrueba, {}, key));
    return;
  }
  for (const tipo of tipos) {
    const vence = expires(tipo) ? { vence: '2028-12-31' } : {};
    const body = { ambiente, tipo, desde: 1, hasta: 10_000_000, ...vence };
    must(await door.call(configuracion.crearSecuencia, { body }, key));
  }
}

function must<A extends { readonly status: number; readonly text: string }>(answer: A): A {
  if (answer.status >= 400) throw new Error(`A call of a new company was refused (${answer.status}): ${answer.text}`);
  return answer;
}

/** Returns an RNC of a series that was never assigned, with a correct check digit. */
function inventedRNC(n: number): string {
  const stem = `199${String(n).padStart(5, '0')}`;
  const digit = [...'0123456789'].find((last) => rncCheckDigitHolds(stem + last));
  return stem + digit;
}
