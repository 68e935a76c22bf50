import { aprobaciones, clientes, configuracion, empresa, expires, sesion } from '@timbre/contract';
import { rncCheckDigitHolds, type TipoECF, tiposECF } from '@timbre/values';
import type { Context } from '../context.ts';
import { makeDemoCertificate } from '../demo-certificate.ts';
import type { CertificateMaterial } from '../features/empresa/service.ts';
import { type Credentials, ensureRoot } from '../first-start.ts';
import { testPassword } from './empresa.ts';
import type { TestServer } from './server.ts';

/** A company that has only what the calls of the contract gave it, with its first user logged in. */
export interface Stranger {
  readonly id: string;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly usuarioId: string;
  readonly correo: string;
  readonly contrasena: string;
  /** Session key of its first user. */
  readonly sesion: string;
  /** Integration key. */
  readonly clave: string;
}

/** What a stranger is given after its registration. */
export interface StrangerOptions {
  /** What it states of itself; default {@link datosDeStranger}. null: nothing, as after the registration. */
  readonly datos?: empresa.DatosEmpresa | null;
  /** The types that get a range in Pruebas; default all ten. */
  readonly rangos?: readonly TipoECF[];
  /** With a certificate in use (the same for all of a server); default true. */
  readonly certificado?: boolean;
}

/** The parts of a test server that it needs. */
export type StrangerServer = Pick<TestServer, 'app' | 'call' | 'ctx'>;

/** The least that a company has to state so that it can issue. */
export const datosDeStranger: empresa.DatosEmpresa = { direccion: 'Calle Inventada 45, Santo Domingo' };

const roots = new WeakMap<Context, Promise<Credentials>>();
const certificates = new WeakMap<Context, Promise<CertificateMaterial>>();
/** How many strangers each server has. */
const counts = new WeakMap<Context, number>();

/**
 * Registers a company as its owner would, by calls of the contract alone: a request, the approval of the platform's administrator,
 * log-in, facts, certificate, ranges, integration key.
 */
export async function stranger(server: StrangerServer, options: StrangerOptions = {}): Promise<Stranger> {
  const { datos = datosDeStranger, rangos = tiposECF, certificado = true } = options;
  const n = (counts.get(server.ctx) ?? 0) + 1;
  counts.set(server.ctx, n);
  const rnc = inventedRNC(n);
  const razonSocial = `Empresa Nueva ${n} SRL`;
  const correo = `duena${n}@empresa-nueva.invalid`;
  const contrasena = `la propia de ${n} gatos`;
  await requestRegistration(server, n, { correo, contrasena, rncEmisor: rnc, razonSocial });
  await approveRegistration(server, rnc);
  const { body: session } = must(await server.call(sesion.login, { body: { correo, contrasena } }));
  const key = session.apiKey;
  const { body: mine } = must(await server.call(sesion.misEmpresas, {}, key));
  if (datos !== null) must(await server.call(empresa.guardarDatosEmpresa, { body: datos }, key));
  if (certificado) await loadCertificate(server, key);
  for (const tipo of rangos) await addRange(server, tipo, key);
  const { apiKey: clave } = must(await server.call(configuracion.generarApiKey, { body: {} }, key)).body;
  return {
    id: mine.empresas.find(({ actual }) => actual)!.empresaId,
    rnc,
    razonSocial,
    usuarioId: session.userId,
    correo,
    contrasena,
    sesion: key,
    clave,
  };
}

/** Logs in the platform's administrator, who is made as the first start makes it. Gives a new session key. */
export async function rootOf({ call, ctx }: StrangerServer): Promise<string> {
  const made = roots.get(ctx) ?? ensureRoot(ctx);
  roots.set(ctx, made);
  const { login, password } = await made;
  // One that `makeRoot` made before has the password of every test user.
  const body = { correo: login, contrasena: password ?? testPassword };
  return must(await call(sesion.login, { body })).body.apiKey;
}

/** Each request comes from an address of its own: the limit is by address. */
async function requestRegistration({ app }: StrangerServer, n: number, payload: object): Promise<void> {
  const { statusCode, body } = await app.http.fastify.inject({
    method: clientes.registrar.method,
    url: clientes.registrar.path,
    remoteAddress: `10.0.${n >> 8}.${n & 255}`,
    payload,
  });
  if (statusCode !== 201) throw new Error(`The request was refused (${statusCode}): ${body}`);
}

async function approveRegistration(server: StrangerServer, rnc: string): Promise<void> {
  const root = await rootOf(server);
  const { body: waiting } = must(await server.call(aprobaciones.solicitudesPendientes, {}, root));
  const { id } = waiting.find(({ rncEmisor }) => rncEmisor === rnc)!;
  must(await server.call(aprobaciones.aprobarSolicitud, { params: { id } }, root));
}

/** Puts the certificate of the server's strangers in use for the company of a session. */
async function loadCertificate({ call, ctx }: StrangerServer, key: string): Promise<void> {
  const holder = { name: 'Persona de Prueba', id: '00000000018' };
  const made = certificates.get(ctx) ?? makeDemoCertificate(holder, 'clave del p12', ctx.clock.now());
  certificates.set(ctx, made);
  const { p12, fileName, password } = await made;
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(p12)], fileName));
  form.set('clave', password);
  must(await call(empresa.cargarCertificado, { form }, key));
}

/** Adds a range in Pruebas to the company of a session. */
async function addRange({ call }: StrangerServer, tipo: TipoECF, key: string): Promise<void> {
  const vence = expires(tipo) ? { vence: '2030-12-31' } : {};
  const body = { ambiente: 'testecf' as const, tipo, desde: 1, hasta: 10_000, ...vence };
  must(await call(configuracion.crearSecuencia, { body }, key));
}

function must<A extends { readonly status: number; readonly text: string }>(answer: A): A {
  if (answer.status >= 400) throw new Error(`A call of a new company was refused (${answer.status}): ${answer.text}`);
  return answer;
}

/** Gives an RNC of a series that was never assigned, and that `makeEmpresa` does not use, with a correct check digit. */
function inventedRNC(n: number): string {
  const stem = `197${String(n).padStart(5, '0')}`;
  const digit = [...'0123456789'].find((last) => rncCheckDigitHolds(stem + last));
  return stem + digit;
}
