import { IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount, formatMoment } from '../../../lib/format.ts';
import type { Entrada } from '../api.ts';
import { detailsOf } from '../details.ts';
import { type Group, groupsOf } from '../groups.ts';
import styles from './entry-list.module.css';

/** The entries of the audit trail. Each expands to show its data; repeated log-ins expand to their entries. */
export function EntryList({ entradas }: { entradas: readonly Entrada[] }) {
  const groups = useMemo(() => groupsOf(entradas), [entradas]);
  return (
    <ol className={styles.entries} aria-label="Entradas de la auditoría">
      {groups.map((group) => (
        // The first log-in names the group: newer ones may still join it.
        <li key={group.at(-1)?.seq}>
          {group.length === 1 ? <Entry entrada={group[0]} /> : <Repeated group={group} />}
        </li>
      ))}
    </ol>
  );
}

const Repeated = ({ group }: { group: Group }) => (
  <details className={styles.entry}>
    <Line entrada={group[0]} times={group.length} />
    <ol className={`${styles.entries} ${styles.repeated}`}>
      {group.map((entrada) => (
        <li key={entrada.seq}>
          <Entry entrada={entrada} />
        </li>
      ))}
    </ol>
  </details>
);

/** @param times number of entries that the line represents */
const Line = ({ entrada: { en, descripcion, quien, ip }, times = 1 }: { entrada: Entrada; times?: number }) => (
  <summary>
    <IconChevronRight size={16} aria-hidden="true" />
    <span className={styles.what}>
      {descripcion}
      {times > 1 && ` · ${formatCount(times)} veces`}
    </span>
    <span className={styles.who}>{quien || 'El sistema'}</span>
    <span className={styles.where}>{ip || '—'}</span>
    <time dateTime={en}>{formatMoment(en)}</time>
  </summary>
);

const Entry = ({ entrada }: { entrada: Entrada }) => (
  <details className={styles.entry}>
    <Line entrada={entrada} />
    <dl>
      <dt>Entrada</dt>
      <dd>n.º {entrada.numero}</dd>
      {detailsOf(entrada.datos).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);
