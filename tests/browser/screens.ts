import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { approvalRow, approvalsBook } from '../../apps/server/src/domain/comprobantes/workbooks/testing/approvals.ts';
import type { Looks } from '../../apps/web/src/lib/looks.ts';
import { root } from '../../scripts/sources.mjs';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { listenForTrouble } from './contexts.ts';
import { logIn, workbookOfOthers } from './journeys.ts';

type Who = Looks[string]['who'];

const features = join(root, 'apps/web/src/features');
const files = readdirSync(features)
  .map((feature) => join(features, feature, 'looks.ts'))
  .filter((path) => existsSync(path));

/** Every screen and each of its tabs, as declared by the features. `/_ui` is for developers of screens. */
export const screens: Looks = Object.assign(
  {},
  ...(await Promise.all(files.map(async (path) => (await import(path)).looks))),
);

/** The widths in px at which every screen is tested, each with its height. */
export const sizes = { 360: 740, 768: 1024, 1440: 900 } as const;

/** A width and a theme. */
export interface Look {
  readonly width: keyof typeof sizes;
  readonly scheme: 'light' | 'dark';
}

/** Every combination of width and theme. */
export const looks: readonly Look[] = Object.keys(sizes).flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width: Number(width) as Look['width'], scheme })),
);

/** Sets the width and theme of an open page, and waits until it is rendered. */
export async function look(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: sizes[width] });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await drawn(page);
}

/** Waits until the pending work has been painted. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** A server with data for every screen. */
export interface Furnished {
  readonly server: BuiltServer;
  /**
   * Opens a screen in a new context and waits until its data is shown. The caller closes the context. `trouble`
   * contains the page's unexpected reports.
   */
  open(browser: Browser, name: string): Promise<{ page: Page; trouble: string[] }>;
  /** Creates a context of the user of a screen, without loading a page. Returns it with the screen's address. */
  firstVisit(browser: Browser, name: string): Promise<{ context: BrowserContext; address: string }>;
}

/** Starts a server with data like that of the first days of a company and of the platform. */
export async function furnishServer(): Promise<Furnished> {
  const server = await startBuiltServer({ company: 'demo', env: rootEnv });
  const people = { empresa: server, root: { ...server, ...rootCredentials } };
  const importacion = await furnish(server).catch(async (failure: unknown) => {
    await server.stop();
    throw failure;
  });
  const states = new Map<Who, Awaited<ReturnType<typeof enter>>>();
  const enter = async (browser: Browser, who: Exclude<Who, 'nadie'>) => {
    const context = await browser.newContext({ locale: 'es-DO' });
    context.setDefaultTimeout(120_000);
    await logIn(await context.newPage(), people[who]);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  const firstVisit: Furnished['firstVisit'] = async (browser, name) => {
    const { who, path } = screens[name]!;
    if (who !== 'nadie' && !states.has(who)) states.set(who, await enter(browser, who));
    const storageState = states.get(who);
    const context = await browser.newContext({
      locale: 'es-DO',
      timezoneId: 'America/Santo_Domingo',
      // Charts are shown without their animation.
      reducedMotion: 'reduce',
      ...(storageState && { storageState }),
    });
    context.setDefaultTimeout(120_000);
    return { context, address: server.address + path.replace(':importacion', importacion) };
  };
  return {
    server,
    firstVisit,
    async open(browser, name) {
      const { context, address } = await firstVisit(browser, name);
      const trouble = listenForTrouble(context);
      const page = await context.newPage();
      const answered = countOpen(page);
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await answered();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], [aria-label^=Cargando]') === null);
      return { page, trouble };
    },
  };
}

/** Returns a function that waits until all requests of the page are answered, except its event stream. */
function countOpen(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/eventos')) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  return async () => {
    // A response may cause another request, so the check is repeated after the page has rendered the response.
    for (let calm = 0; calm < 3; calm = open.size === 0 ? calm + 1 : 0) await drawn(page);
  };
}

/** Creates data for each screen. Returns the id of the import. */
export async function furnish(server: BuiltServer): Promise<string> {
  const call = async (path: string, method = 'GET', body?: unknown) => {
    const form = body instanceof FormData;
    const answer = await fetch(server.address + path, {
      method,
      headers: {
        ...(session && { Authorization: `Bearer ${session}` }),
        ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const data = async (path: string, method = 'GET', body?: unknown) => (await call(path, method, body)).json();
  let session = '';
  session = (await data('/api/auth/login', 'POST', { correo: server.login, contrasena: server.password })).apiKey;
  const { rnc: rncEmisor } = await data('/api/empresa');

  const workbook = new FormData();
  workbook.set('archivo', new File([await (await call('/api/importaciones-muestra')).arrayBuffer()], 'mayo.xlsx'));
  const { id } = await data('/api/importaciones', 'POST', workbook);
  const reached = async (ready: (estado: Record<string, unknown>) => boolean) => {
    for (;;) {
      if (ready(await data(`/api/importaciones/${id}`))) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const left = ({ enCurso }: Record<string, unknown>) => enCurso as { firmar: number; enviar: number };
  await reached(({ estado }) => estado === 'listo');
  await call(`/api/importaciones/${id}/firmar`, 'POST', {});
  await reached((now) => left(now).firmar === 0);
  await call(`/api/importaciones/${id}/enviar`, 'POST', {});
  await reached((now) => left(now).enviar === 0);

  // Documents of another issuer: the pilot shows faults to correct.
  const ofOthers = new FormData();
  ofOthers.set('archivo', new File([new Uint8Array(workbookOfOthers(rncEmisor, 3))], 'otros.xlsx'));
  await call('/api/piloto/comprobantes', 'POST', ofOthers);
  for (;;) {
    if ((await data('/api/piloto')).comprobantes.etapa === 'corregir') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  const cuentas = [
    { id: '1106-01', name: 'ITBIS por pagar', type: 'Pasivo' },
    { id: '4101-01', name: 'Ingresos por servicios de consultoría', type: 'Ingreso' },
    { id: '6101-02', name: 'Energía eléctrica de la oficina principal de Santo Domingo', type: 'Gasto' },
    ...Array.from({ length: 60 }, (_, n) => ({ id: `62${100 + n}`, name: `Gasto diverso ${n}`, type: 'Gasto' })),
  ];
  await call(`/api/catalogo-cuentas/${rncEmisor}`, 'POST', { cuentas });
  await call(`/api/cuentas-mapping/${rncEmisor}`, 'POST', {
    mapping606: { campo11: ['1106-01'], monto_facturado_servicios: cuentas.slice(2, 20).map(({ id }) => id) },
    mapeoTipos606: { '6101-02': '02' },
  });
  await call(`/api/mapeo-dinamico/${rncEmisor}`, 'POST', {
    nombreArchivo: 'compras de mayo.xlsx',
    hojaSeleccionada: 'Mayo',
    columnasDetectadas: ['RNC', 'NCF', 'ITBIS Facturado', 'Monto total de la compra con impuestos'],
    mapeo606: { 'ITBIS Facturado': 'campo11' },
  });

  const approvals = new FormData();
  const book = approvalsBook([
    approvalRow(rncEmisor),
    approvalRow(rncEmisor, { Estado: '2', DetalleMotivoRechazo: 'El monto no es el de la orden de compra 4471' }),
    approvalRow(rncEmisor, { MontoTotal: '1284650.75' }),
    approvalRow(rncEmisor, { RNCComprador: '131880600', FechaEmision: '31-02-2026' }),
  ]);
  approvals.set('archivo', new File([new Uint8Array(book)], 'aprobaciones.xlsx'));
  await call('/api/aprobaciones-comerciales', 'POST', approvals);
  const { aprobaciones } = await data('/api/aprobaciones-comerciales');
  await call('/api/aprobaciones-comerciales/firmar', 'POST', { ids: [aprobaciones[0].id] });

  await call('/api/simulacion/lote', 'POST', { cantidades: { 31: 2, '32-resumen': 1, '32-alta': 1, 43: 1, 34: 1 } });

  const contrasena = 'otra-frase-de-ejemplo';
  for (const [nombre, rol] of [
    ['Ventas', 'facturador'],
    ['Contabilidad', 'contador'],
  ])
    await call('/api/usuarios/crear', 'POST', {
      NombreUsuario: nombre,
      Correo: `${nombre?.toLowerCase()}@ejemplo.invalid`,
      Contrasena: contrasena,
      Rol: rol,
    });
  await call('/api/configuracion/crearimpuestos', 'POST', {
    rncEmisor,
    idImpuestoExterno: '7',
    descripcion: 'ITBIS 18%',
  });
  await call('/api/configuracion/campos-pdf', 'POST', { rncEmisor, campoNombreItem: 'NombreItem' });
  for (const [serie, tipo, day] of [
    ['E', '31', '2028-12-31'],
    ['E', '33', '2028-12-31'],
    ['E', '45', '2025-12-31'],
    ['B', '01', '2027-06-30'],
  ])
    await call('/api/configuracion/guardarfechas', 'POST', {
      rncEmisor,
      serie,
      tipo,
      fechaVencimiento: `${day}T00:00:00.000Z`,
      activo: true,
    });
  await call('/api/configuracion/rangos-notas-credito', 'POST', {
    rncEmisor,
    prefijo: 'E34',
    cantidadDigitos: 10,
    desde: 20_000_001,
    hasta: 20_000_500,
    ultimoUtilizado: 20_000_120,
    descripcion: 'Devoluciones',
    activo: true,
  });
  const { secretKey } = await data('/api/configuracion/generar-secreto', 'POST', {});
  await call('/api/configuracion/validar-secreto', 'POST', { rncEmisor, secretoIngresado: secretKey });
  const change = new FormData();
  change.set('RncEmisor', rncEmisor);
  change.set('NuevoAmbiente', 'Certificacion');
  await call('/api/configuracion/guardar-configuracion', 'POST', change);
  const { login: correo, password: contrasenaDeRoot } = rootCredentials;
  session = '';
  const ofRoot = (await data('/api/auth/login', 'POST', { correo, contrasena: contrasenaDeRoot })).apiKey;
  const register = async (rnc: string, razonSocial: string) => {
    session = '';
    await call('/api/auth/register', 'POST', {
      correo: `compras@${rnc}.invalid`,
      contrasena,
      rncEmisor: rnc,
      razonSocial,
    });
    session = ofRoot;
  };
  await register('101000015', 'Panadería La Migaja, SRL');
  const waiting: { id: string; rncEmisor: string }[] = await data('/api/configuracion/solicitudes-pendientes');
  const { id: rejected } = waiting.find(({ rncEmisor: rnc }) => rnc === '101000015')!;
  await call(`/api/configuracion/rechazar-solicitud/${rejected}`, 'POST', {
    motivo: 'El RNC no es de esa razón social: revise el registro mercantil y vuelva a solicitarlo.',
  });
  await register('130000018', 'Ferretería de Ejemplo, SRL');
  return id;
}
