import type { contador } from '@timbre/contract';
import { formatCounted } from '../../lib/format.ts';
import text from '../../ui/text.module.css';
import type { Line } from './columns.tsx';
import styles from './contador.module.css';
import { type Cliente, parteOf, reportes } from './filters.ts';

/** Companies of one responsible member. */
interface Group {
  readonly key: string;
  readonly nombre: string;
  readonly clientes: readonly Cliente[];
  /** The despacho in which somebody can be made responsible; undefined where nobody can. */
  readonly despacho: contador.Despacho | undefined;
}

const isToFile = (cliente: Cliente): boolean =>
  reportes.some((reporte) => {
    const parte = parteOf(cliente, reporte);
    return parte !== undefined && parte !== 'presentado';
  });

/** The groups by responsible member, by name; those of nobody last, and the companies of no despacho after them. */
export function groupsOf(clientes: readonly Cliente[], despachos: readonly contador.Despacho[]): Group[] {
  const members = despachos.flatMap(({ miembros }) => miembros);
  const named = members
    .map(({ id, nombre }) => ({
      key: id,
      nombre,
      clientes: clientes.filter(({ responsableId }) => responsableId === id),
      despacho: undefined,
    }))
    .toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es'));
  const known = new Set(members.map(({ id }) => id));
  const rest = clientes.filter(({ responsableId }) => responsableId === null || !known.has(responsableId));
  const without = despachos.map((despacho) => ({
    key: `sin ${despacho.id}`,
    nombre: despachos.length > 1 ? `Sin responsable en ${despacho.nombre}` : 'Sin responsable',
    clientes: rest.filter(({ despachoId }) => despachoId === despacho.id),
    despacho: despacho.rol === 'administrador' ? despacho : undefined,
  }));
  const ids = new Set(despachos.map(({ id }) => id));
  const own = {
    key: 'propias',
    nombre: 'Empresas donde usted trabaja',
    clientes: rest.filter(({ despachoId }) => despachoId === null || !ids.has(despachoId)),
    despacho: undefined,
  };
  return [...named, ...without, own].filter((group) => group.clientes.length > 0);
}

/** The rows of the list: each group with its heading. @param onAssign opens the dialog that makes somebody responsible */
export function linesOf(
  groups: readonly Group[],
  onAssign: (despacho: contador.Despacho, clientes: readonly Cliente[]) => void,
): Line[] {
  return groups.flatMap(({ key, nombre, clientes, despacho }): Line[] => [
    {
      kind: 'grupo',
      key,
      title: (
        <span className={styles.group}>
          <b>{nombre}</b>
          <small>
            {formatCounted(clientes.length, 'empresa')} · {clientes.filter(isToFile).length} por presentar
          </small>
          {despacho && (
            <button
              type="button"
              className={`${text.encfButton} ${text.link}`}
              onClick={() => onAssign(despacho, clientes)}
            >
              Asignar responsable
            </button>
          )}
        </span>
      ),
    },
    ...clientes.map((cliente): Line => ({ kind: 'cliente', key: cliente.id, cliente })),
  ]);
}
