/** A field whose values differ, shortened; an absent field has an empty one. */
export interface Difference {
  /** As `Encabezado.Totales.MontoTotal`. */
  readonly path: string;
  /** Its element. */
  readonly name: string;
  readonly own: string;
  readonly other: string;
}

const mostShown = 40;

/** The fields in which two trees of texts differ, in the order of the second one; those that only the first has come last. */
export const differences = <Tree extends object>(own: Tree, other: Tree): Difference[] =>
  below('', own as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>);

type Node = Readonly<Record<string, unknown>>;

function below(path: string, own: Node, other: Node): Difference[] {
  const names = new Set([...Object.keys(other), ...Object.keys(own)]);
  return [...names].flatMap((name) => {
    const at =
      path === ''
        ? name
        : Array.isArray(own) || Array.isArray(other)
          ? `${path}[${Number(name) + 1}]`
          : `${path}.${name}`;
    const [a, b] = [own[name], other[name]];
    if (isNode(a) || isNode(b)) return below(at, isNode(a) ? a : {}, isNode(b) ? b : {});
    if (a === b) return [];
    return [{ path: at, name: at.split('.').at(-1) ?? at, own: shown(a), other: shown(b) }];
  });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const shown = (value: unknown): string => String(value ?? '').slice(0, mostShown);
