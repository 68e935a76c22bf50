import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { periodName } from '../../../lib/period.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import list from '../../../ui/link-list.module.css';
import { Panel } from '../../../ui/panel.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { placeOfDue, shownDue, whyNothing, wordsOfDue } from '../due.ts';
import { dueQuery } from '../month-queries.ts';
import styles from '../reportes.module.css';
import { rangoOfMonth, searchOfDue } from '../search.ts';
import { dayOf, nombreDe } from '../words.ts';

/**
 * «Vencimientos»: the reports that are due, each linking to its month. If there are none yet, explains why and when the
 * first will be due.
 */
export function DuePanel() {
  const { data } = useQuery(dueQuery);
  const { production } = useSesion();
  if (data === undefined) return null;
  if (data.length === 0)
    return <Panel title="Vencimientos" note={`Todavía no hay vencimientos. ${whyNothing(production)}`} />;
  const now = Date.now();
  return (
    <Panel title="Vencimientos">
      <ul className={`${list.list} ${styles.due}`}>
        {shownDue(data).map((due) => {
          const { tipo, periodo } = placeOfDue(due);
          const { fechaDesde, fechaHasta } = rangoOfMonth(periodo);
          const { tone, words } = wordsOfDue(due);
          return (
            <li key={`${due.reporte} ${periodo}`}>
              <Link to="/reportes-fiscales" search={searchOfDue(tipo, periodo)} className={list.item}>
                <span className={list.name}>
                  <b className={text.cut}>
                    {nombreDe(tipo)} de {periodName({ desde: fechaDesde, hasta: fechaHasta }, now).toLowerCase()}
                  </b>
                  <span className={text.quiet}>{`${due.dias < 0 ? 'Venció' : 'Vence'} el ${dayOf(due.vence)}`}</span>
                </span>
                <Chip tone={tone}>{words}</Chip>
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
