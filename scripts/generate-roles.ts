import { fileURLToPath } from 'node:url';
import { alcanceDe, alcances, quienPuede, roles, rolNombre } from '@timbre/contract';
import { namedCalls } from '@timbre/contract/named';
import type { RouteSpec } from '@timbre/route';

export const rolesFile = fileURLToPath(new URL('../docs/roles.md', import.meta.url));

const columns = [...roles, 'root', 'clave'] as const;
const people = [...roles.map((rol) => rolNombre[rol].nombre), 'Plataforma', 'API Key'];
const headings = ['Llamada', 'Qué hace', ...people, 'Contraseña'];

const byAddress = (a: RouteSpec, b: RouteSpec) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1);

const wanted = { siempre: 'sí', ajeno: 'de otro', libre: 'otro archivo' } as const;

function cells(route: RouteSpec): string[] {
  const { stepUp } = route;
  return [...peopleOf(route), stepUp === undefined ? '·' : wanted[stepUp]];
}

function peopleOf(route: RouteSpec): string[] {
  const { policy } = route;
  if (policy === 'publico') return columns.map(() => 'sí');
  const { roles } = quienPuede[policy];
  return columns.map((column) =>
    column === 'clave' ? (alcanceDe(route) ?? '·') : roles.includes(column) ? 'sí' : '·',
  );
}

const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |\n`;

/** The text of `docs/roles.md`: a table of calls for each feature. */
export function generateRoles(): string {
  const features = [...new Set(namedCalls.map(({ feature }) => feature))];
  const sections = features.map((feature) => {
    const own = namedCalls.filter((call) => call.feature === feature);
    const calls = own.map(({ route }) => route).sort(byAddress);
    const rows = calls.map((call) => line([`\`${call.method} ${call.path}\``, call.summary, ...cells(call)]));
    return `## ${feature}\n\n${line(headings)}${line(headings.map(() => '---'))}${rows.join('')}`;
  });
  return [
    '# Quién puede qué\n',
    '<!-- Escrito por scripts/generate.ts desde el contrato (quienPuede). No se edita. -->\n',
    `Cada persona de una empresa tiene un rol:\n\n${roles.map((rol) => `- **${rolNombre[rol].nombre}**: ${rolNombre[rol].puede}.\n`).join('')}`,
    'La columna *Plataforma* es el administrador de la plataforma; *API Key*, el permiso que necesita la clave de integración de',
    `una empresa. Una clave nueva los tiene todos menos *firmar*, que un administrador le da con su contraseña:\n\n${Object.entries(
      alcances,
    )
      .map(([nombre, que]) => `- **${nombre}**: ${que}.\n`)
      .join('')}`,
    'Nadie ve ni cambia nada de otra empresa: para él no existe. Además, el administrador de la plataforma puede quitar a una',
    'empresa opciones del menú, y con ellas sus llamadas. Lo que puede cualquiera, sin sesión, lleva *sí* en todas las columnas.\n',
    'La columna *Contraseña* dice para qué no basta una sesión abierta: la persona debe haber escrito su contraseña hace cinco',
    'minutos o menos (entrar cuenta). *de otro*: solo cuando se hace a otra persona. *otro archivo*: solo al firmar lo que no es un\ncomprobante de la empresa. Quien no tiene sesión no la debe.\n',
    ...sections,
  ].join('\n');
}
