// Inlined in the head of the page. It sets the colour scheme, and starts the first calls of the screen while its code
// loads.
import { pathOf } from '@timbre/route';
import { formatFecha, formatISODate } from '@timbre/values';
import { menuDelUsuario } from '../calls/accesos.generated.ts';
import { paraAtender } from '../calls/atencion.generated.ts';
import { estadoAutoridad } from '../calls/autoridad.generated.ts';
import { listarSecuencias } from '../calls/configuracion.generated.ts';
import { verEmpresa } from '../calls/empresa.generated.ts';
import { listarFacturas, resumirFacturas } from '../calls/facturas.generated.ts';
import { listarImportaciones } from '../calls/importacion.generated.ts';
import { estadisticas, userConfiguracion } from '../calls/inicio.generated.ts';
import { sesionActual } from '../calls/sesion.generated.ts';
import { callTimeoutMs } from '../lib/first-calls.ts';
import { isBuyersPage } from '../lib/public-pages.ts';
import { stored } from './stored.ts';

/** The stored choice (see lib/color-scheme.ts), or else that of the system. */
const choice = stored('tema');
const isPaper = isBuyersPage(location.pathname);
const dark =
  choice === 'dark' || (choice !== 'light' && !isPaper && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

/** The address of a GET with the user and the query filled in, identical to that of lib/api.ts. */
const urlOf = (address: string, query?: Record<string, unknown>): string =>
  pathOf({ path: address.replace('GET ', '') }, { params: { userId: stored('userId') }, ...(query && { query }) });

const always = () => [urlOf(sesionActual), urlOf(menuDelUsuario), urlOf(userConfiguracion)];
const ofScreens: Readonly<Record<string, () => string[]>> = {
  '/home': () => [urlOf(listarImportaciones), urlOf(estadisticas), urlOf(verEmpresa), urlOf(listarSecuencias)],
  '/facturas': () => {
    if (location.search !== '') return [];
    const today = formatISODate(formatFecha(Date.now()));
    const dates = { fechaDesde: today, fechaHasta: today };
    return [urlOf(listarFacturas, { limit: 50, sinXml: true, ...dates }), urlOf(resumirFacturas, dates)];
  },
  '/excel': () => (location.search === '' ? [urlOf(listarImportaciones)] : []),
};
const ofCompanies = () => [urlOf(estadoAutoridad), urlOf(paraAtender), ...(ofScreens[location.pathname]?.() ?? [])];

/**
 * The response with its body, or a TimeoutError. A signal of AbortSignal.timeout would also discard a body that came in
 * time and is not read yet.
 */
async function inTime(send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), callTimeoutMs);
  try {
    const response = await send(limit.signal);
    return new Response((await response.text()) || null, response);
  } finally {
    clearTimeout(timer);
  }
}

const key = stored('apiKey');
if (key !== '' && !isPaper) {
  const urls = stored('rol') === 'root' ? always() : [...always(), ...ofCompanies()];
  const calls = new Map<string, Promise<Response>>();
  for (const url of urls) {
    const call = inTime((signal) =>
      fetch(url, { headers: { authorization: `Bearer ${key}` }, credentials: 'omit', cache: 'no-store', signal }),
    );
    call.catch(() => undefined); // the code that takes the call handles its failure
    calls.set(url, call);
  }
  // Read by lib/first-calls.ts.
  window.timbreStart = { key, calls, lastEvent: stored('ultimoEvento') || null };
}
