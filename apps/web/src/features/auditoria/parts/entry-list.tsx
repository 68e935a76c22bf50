import { IconChevronRight } from '@tabler/icons-react';
import { formatMoment } from '../../../lib/format.ts';
import type { Entrada } from '../api.ts';
import { detailsOf } from '../details.ts';
import styles from './entry-list.module.css';

/** The entries of the audit trail. Each expands to show its data. */
export const EntryList = ({ entradas }: { entradas: readonly Entrada[] }) => (
  <ol className={styles.entries} aria-label="Entradas de la auditoría">
    {entradas.map((entrada) => (
      <li key={entrada.seq}>
        <Entry entrada={entrada} />
      </li>
    ))}
  </ol>
);

const Entry = ({ entrada: { numero, en, descripcion, quien, ip, datos } }: { entrada: Entrada }) => (
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
      <dd>n.º {numero}</dd>
      {detailsOf(datos).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);
