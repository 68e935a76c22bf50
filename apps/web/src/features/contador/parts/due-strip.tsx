import { formatCount } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import text from '../../../ui/text.module.css';
import { type Cliente, daysTo, type Filters, partes, reportes, stripOf, type Vencimientos } from '../filters.ts';
import { cuandoEs, diaConNombre, nombreDeParte, temaDeReporte } from '../words.ts';
import styles from './due-strip.module.css';

interface Props {
  clientes: readonly Cliente[];
  due: Vencimientos;
  filters: Filters;
  onChange: (parte: Filters['parte']) => void;
}

/** The due reports: for each one a bar of the companies that must file it, and a legend that filters the list. */
export const DueStrip = ({ clientes, due, filters, onChange }: Props) => (
  <section className={`${card.card} ${styles.strip}`} aria-label="Vencimientos del mes">
    {reportes.map((reporte) => {
      const counts = stripOf(clientes, reporte);
      const left = daysTo(due.hoy, due.vencen[reporte]);
      const all = partes.reduce((sum, parte) => sum + counts[parte], 0);
      return (
        <div key={reporte} className={styles.report}>
          <div className={text.between}>
            <h2>{temaDeReporte[reporte]}</h2>
            <span className={styles.due} data-near={left <= 7 && counts.presentado < all}>
              <span className={styles.day}>{diaConNombre(due.vencen[reporte])} · </span>
              {cuandoEs(left)}
            </span>
          </div>
          <div className={styles.bar} aria-hidden="true" data-empty={all === 0}>
            {partes.map(
              (parte) => counts[parte] > 0 && <i key={parte} data-part={parte} style={{ flexGrow: counts[parte] }} />,
            )}
          </div>
          {all === 0 ? (
            <p className={styles.none}>Ninguna empresa en Producción que presentar</p>
          ) : (
            <ul className={styles.legend}>
              {partes.map((parte) => {
                const value = `${reporte}.${parte}` as const;
                const isSet = filters.parte === value;
                return (
                  <li key={parte} data-zero={counts[parte] === 0}>
                    <button
                      type="button"
                      aria-pressed={isSet}
                      disabled={counts[parte] === 0 && !isSet}
                      onClick={() => onChange(isSet ? undefined : value)}
                    >
                      <i data-part={parte} aria-hidden="true" />
                      <b>{formatCount(counts[parte])}</b> {nombreDeParte(parte, reporte)}
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      );
    })}
  </section>
);
