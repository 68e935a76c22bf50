import { Problem, refuse } from '@timbre/refusal';
import type { RouteSpec } from '@timbre/route';
import { Type } from 'typebox';
import { checker, refuseUnkeepable } from './validation.ts';

/** The query of an address, as it was sent. */
type Sent = Readonly<Record<string, unknown>>;

/**
 * Creates the reader of a route's query. It refuses a parameter that the route does not declare, so that a misspelt one
 * is not ignored, except where programs of others call; and reads the other names of a declared one.
 *
 * @returns a function that returns the query checked, undefined if the route declares none
 * @throws Problem `peticion/invalida`
 */
export function queryReader(
  spec: Pick<RouteSpec, 'query' | 'queryAliases' | 'foreign'>,
): (sent: unknown) => Sent | undefined {
  const { query, queryAliases = {}, foreign } = spec;
  const names = [...Object.keys(query?.properties ?? {}), ...Object.keys(queryAliases)];
  const check = checker(query ?? Type.Object({}), 'consulta');
  return (sent) => {
    refuseUnkeepable(sent, 'consulta');
    if (foreign !== true) refuseUnknownParameters(Object.keys(sent as Sent), names);
    const checked = check(underOneName(sent as Sent, queryAliases)) as Sent;
    return query && checked;
  };
}

/** The query with each parameter under its declared name. @throws Problem if it was sent under two, with two values */
function underOneName(sent: Sent, aliases: Readonly<Record<string, string>>): Sent {
  const renamed: Record<string, unknown> = { ...sent };
  for (const [alias, name] of Object.entries(aliases)) {
    if (!(alias in sent)) continue;
    delete renamed[alias];
    if (name in sent && sent[name] !== sent[alias])
      refuse('peticion/invalida', `Envíe «${alias}» o «${name}», no ambos: es lo mismo`);
    renamed[name] = sent[alias];
  }
  return renamed;
}

/** Maximum length of a name from outside that is repeated in a refusal. */
const maxNameLength = 100;
/** Maximum number of parameters that a refusal names. */
const mostNamed = 20;

function refuseUnknownParameters(sent: readonly string[], names: readonly string[]): void {
  const errores = sent
    .filter((name) => !names.includes(name))
    .slice(0, mostNamed)
    .map((name) => {
      const campo = name.slice(0, maxNameLength);
      const mensaje = `«${campo}» no es un parámetro de esta consulta${hint(campo, names)}`;
      return { codigo: 'peticion/parametro', mensaje, campo };
    });
  if (errores.length > 0) throw new Problem('peticion/invalida', errores[0]?.mensaje, errores);
}

/** The parameter that was probably meant, or all that there are. */
function hint(sent: string, names: readonly string[]): string {
  if (names.length === 0) return ', que no lleva ninguno';
  const [nearest] = names
    .map((name) => ({ name, edits: editsBetween(sent.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= Math.max(2, nearest.name.length / 2)
    ? `; ¿quiso decir «${nearest.name}»?`
    : `. Los que lleva: ${names.join(', ')}`;
}

/** How many letters must be inserted, deleted or replaced to make one text of another (Levenshtein). */
function editsBetween(a: string, b: string): number {
  const others = [...b];
  let row = [0, ...others.map((_, j) => j + 1)];
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of others.entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(letter !== other)));
    row = next;
  }
  return row.at(-1)!;
}
