import { IconChevronRight } from '@tabler/icons-react';
import { deviceOf } from '../../../lib/device.ts';
import { formatMoment } from '../../../lib/format.ts';
import type { Entrada } from '../api.ts';
import styles from './entry-list.module.css';

/** The entries of the record; each opens to show all that it holds. */
export const EntryList = ({ entradas }: { entradas: readonly Entrada[] }) => (
  <ol className={styles.entries} aria-label="Entradas de la auditoría">
    {entradas.map((entrada) => (
      <li key={entrada.seq}>
        <Entry entrada={entrada} />
      </li>
    ))}
  </ol>
);

const Entry = ({ entrada: { seq, en, tipo, descripcion, quien, ip, datos } }: { entrada: Entrada }) => (
  <details className={styles.entry}>
    <summary>
      <IconChevronRight size={16} aria-hidden="true" />
      <span className={styles.what}>{descripcion}</span>
      <span className={styles.who}>{quien || 'El sistema'}</span>
      <span className={styles.where}>{ip || '—'}</span>
      <time dateTime={en}>{formatMoment(en)}</time>
    </summary>
    <dl>
      <dt>Entrada</dt>
      <dd>
        n.º {seq}, {tipo}
      </dd>
      {detailsOf(datos).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);

/** What stands in the line already. */
const shown = new Set(['por', 'ip']);

/** The data of an entry as names and texts. */
function detailsOf(datos: unknown): [name: string, value: string][] {
  if (typeof datos !== 'object' || datos === null) return datos === null ? [] : [['datos', String(datos)]];
  return Object.entries(datos)
    .filter(([name]) => !shown.has(name))
    .map(([name, value]) => {
      if (name === 'dispositivo') return [name, `${deviceOf(String(value))} (${value})`];
      return [name, typeof value === 'string' ? value : JSON.stringify(value)];
    });
}
