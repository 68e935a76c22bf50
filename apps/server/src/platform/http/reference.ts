import { plantillas, problems } from '@timbre/contract';
import { examples } from '@timbre/contract/examples';
import { namedCalls } from '@timbre/contract/named';
import { TipoeCF } from '@timbre/ecf';
import type { Policy, RouteSpec } from '@timbre/route';
import { tiposECF } from '@timbre/values';
import { curlOf } from './example-call.ts';
import { openApi, sectionOf, stepUpWords, tokenWords, withAliases } from './openapi.ts';
import type { Http } from './register.ts';
import { sendPage } from './web.ts';

/** Serves `/api/openapi.json` and, for people, `/api/docs`. */
export function referenceRoutes({ fastify, routes }: Http): void {
  let document: string | undefined;
  fastify.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(routes));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  fastify.get('/api/docs', async (request, reply) => sendPage(request, reply, (nonce) => referencePage(routes, nonce)));
}

const who: Record<Policy, string> = {
  publico: 'Cualquiera',
  sesion: 'Persona con sesión',
  miembro: 'Persona de la empresa',
  leer: 'Persona de la empresa, o clave de integración (X-API-KEY)',
  emitir: 'Administrador o facturador de la empresa, o clave de integración (X-API-KEY)',
  asentar: 'Administrador o facturador de la empresa',
  reportar: 'Administrador, facturador o contador de la empresa, o clave de integración (X-API-KEY)',
  conectar: 'Administrador, facturador o contador de la empresa',
  administrar: 'Administrador de la empresa',
  auditar: 'Administrador de la empresa o de la plataforma',
  root: 'Administrador de la plataforma',
};

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h2 { margin-top: 3rem } h3 { margin: 2rem 0 0.25rem; font-size: 1rem; font-family: ui-monospace, monospace }
  pre { overflow: auto; padding: 0.75rem; border: 1px solid #8884; border-radius: 6px; font-size: 0.85rem }
  table { border-collapse: collapse } td, th { text-align: left; padding: 0.25rem 1rem 0.25rem 0; vertical-align: top }`;

function referencePage(routes: readonly RouteSpec[], nonce: string): string {
  const sections = groupBySection(routes);
  const problemRows = Object.entries(problems).map(
    ([code, { status, title }]) =>
      `<tr id="${escapeHtml(code)}"><td><code>${escapeHtml(code)}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  );
  const templateRows = tiposECF.map((tipo) => {
    const links = Object.entries(plantillas.formatosDePlantilla).map(
      ([formato, nombre]) => `<a href="/api/plantillas/ecf-${tipo}.${formato}" download>${nombre}</a>`,
    );
    return `<tr><td>${tipo}</td><td>${TipoeCF[tipo]}</td><td>${links.join(' · ')}</td></tr>`;
  });
  return `<!doctype html><html lang="es"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API de Timbre</title>
<style nonce="${nonce}">${style}</style></head><body><h1>API de Timbre</h1>
<p>La misma referencia, para programas: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
Las direcciones responden también sin <code>/api</code>. Las claves van en <code>Authorization: Bearer</code> o <code>X-API-KEY</code>.
Toda respuesta lleva <code>X-Request-Id</code>: dígalo al pedir ayuda.</p>
<p>En los ejemplos, <code>$TIMBRE</code> es la dirección del servidor, <code>$CLAVE</code> la clave de integración y
<code>$RNC</code> el RNC de la empresa; los demás nombres son de lo que respondió una llamada anterior.</p>
${sections.map(([name, own]) => `<h2>${escapeHtml(name)}</h2>${own.map(routeEntry).join('')}`).join('')}
<h2 id="plantillas">Plantillas</h2><p>Un comprobante de muestra de cada tipo, de empresas inventadas: en XML, por firmar; en JSON, como lo recibe
<code>EnviarFactura</code>, que lo completa; en Excel, como lo recibe la importación.</p>
<table><thead><tr><th>Tipo</th><th>Comprobante</th><th>Archivos</th></tr></thead><tbody>${templateRows.join('')}</tbody></table>
<h2>Errores</h2><p>Toda negativa es <code>application/problem+json</code> con uno de estos códigos.</p>
<table><thead><tr><th>Código</th><th>HTTP</th><th>Significado</th></tr></thead><tbody>${problemRows.join('')}</tbody></table>
</body></html>`;
}

function groupBySection(routes: readonly RouteSpec[]): [string, RouteSpec[]][] {
  const sections = new Map<string, RouteSpec[]>();
  for (const route of routes) sections.set(sectionOf(route), [...(sections.get(sectionOf(route)) ?? []), route]);
  return [...sections];
}

const names: ReadonlyMap<RouteSpec, string> = new Map(namedCalls.map(({ route, name }) => [route, name]));

function exampleEntry(route: RouteSpec): string {
  const example = examples[names.get(route) ?? ''];
  if (example === undefined) return '';
  const after = example.after === undefined ? '' : `<p>${escapeHtml(example.after)}.</p>`;
  return `<details><summary>Ejemplo</summary>${after}<pre>${escapeHtml(curlOf(route, example))}</pre></details>`;
}

/** The form or the body as shown to a person; if it is described separately, OpenAPI has its schema. */
const bodyOf = ({ body, form, describeBody }: RouteSpec): object | undefined =>
  describeBody === undefined ? (form ?? body) : { ...body, esquema: '/api/openapi.json' };

function routeEntry(route: RouteSpec): string {
  const parts: [string, object | undefined][] = [
    ['Ruta', route.params?.properties],
    ['Consulta', withAliases(route)?.properties],
    ['Encabezados', route.headers?.properties],
    ['Cuerpo', bodyOf(route)],
    ['Respuesta', route.answer],
  ];
  const schemas = parts.flatMap(([name, schema]) =>
    schema === undefined
      ? []
      : [`<details><summary>${name}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`],
  );
  const wanted = route.stepUp === undefined ? '' : ` ${stepUpWords[route.stepUp]}.`;
  const token = route.authorityToken === undefined ? '' : ` ${tokenWords[route.authorityToken]}`;
  return `<h3>${route.method} ${escapeHtml(route.path)}</h3><p>${escapeHtml(route.summary)}. ${who[route.policy]}.${wanted}${token}</p>${exampleEntry(route)}${schemas.join('')}`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
