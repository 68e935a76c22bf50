import { createHash } from 'node:crypto';
import type { Grants } from './grants.ts';
import type { Reply } from './reply.ts';
import type { Settings } from './settings.ts';

/** A request to the consent page. */
interface Asked {
  readonly redirectUri: string;
  readonly state: string;
  readonly query: URLSearchParams;
}

/**
 * Serves the consent page and its decision. The page has only links and no script. The decision redirects the user to
 * `redirect_uri` with a code, or with `error=access_denied`.
 *
 * @param search the query string of the request
 */
export function consent(search: string, settings: Settings, grants: Grants): Reply {
  const query = new URLSearchParams(search);
  const asked: Asked = { redirectUri: query.get('redirect_uri') ?? '', state: query.get('state') ?? '', query };
  if (!URL.canParse(asked.redirectUri) || !/^https?:$/.test(new URL(asked.redirectUri).protocol))
    return { status: 400, html: page('Petición incorrecta', '<p>La dirección de regreso no es válida.</p>') };
  switch (query.get('decision')) {
    case 'conectar':
      return back(asked, { code: grants.code(settings.realm, asked.redirectUri), realmId: settings.realm });
    case 'rechazar':
      return back(asked, { error: 'access_denied', error_description: 'El usuario no autorizó la conexión' });
    default:
      return { status: 200, html: question(asked, settings), headers: { 'content-security-policy': policy } };
  }
}

function back({ redirectUri, state }: Asked, answer: Record<string, string>): Reply {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state })) address.searchParams.set(name, value);
  return { status: 302, headers: { location: address.href } };
}

function question({ query }: Asked, { nombre, realm }: Settings): string {
  const decide = (decision: string) => {
    const next = new URLSearchParams(query);
    next.set('decision', decision);
    return `?${escaped(next.toString())}`;
  };
  return page(
    'Autorizar a Timbre',
    `<p class="mark">SIMULADO · no es Intuit</p>
<h1>Timbre quiere leer los datos de su empresa en QuickBooks</h1>
<p lang="en" class="quiet">Timbre would like to access your QuickBooks company</p>
<dl><dt>Empresa · Company</dt><dd>${escaped(nombre)}</dd><dt>Company ID</dt><dd>${escaped(realm)}</dd></dl>
<p>Podrá leer facturas, gastos, cuentas y suplidores. No podrá cambiarlos.</p>
<nav><a class="main" href="${decide('conectar')}">Conectar</a> <a href="${decide('rechazar')}">No autorizar</a></nav>`,
  );
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 30rem; margin: 8vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 1rem 0 0.25rem; }
.mark { display: inline-block; margin: 0; padding: 0.2rem 0.6rem; border-radius: 4px; background: #b45309; color: #fff; font-weight: 600; font-size: 0.8rem; }
.quiet { opacity: 0.75; margin: 0; font-size: 0.9rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.35rem 1rem; margin: 1.25rem 0; }
dt { opacity: 0.75; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
nav { display: flex; gap: 0.75rem; flex-wrap: wrap; margin-top: 1.5rem; }
nav a { padding: 0.6rem 1.2rem; border-radius: 6px; border: 1px solid currentColor; color: inherit; text-decoration: none; min-height: 1.5rem; }
nav a.main { background: #166534; border-color: #166534; color: #fff; }
`;

/** Content security policy that allows only the page's own style. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · QuickBooks simulado</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
