import { formatClock } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import text from '../../../ui/text.module.css';
import type { Activity } from '../activity.ts';
import styles from './activity-log.module.css';

/** The actions done on the screen and their results, newest first. */
export const ActivityLog = ({ log }: { log: readonly Activity[] }) => (
  <Panel title="Registro de actividad">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard */}
    <div className={styles.log} role="log" aria-label="Registro de actividad" tabIndex={0}>
      {log.length === 0 && <p className={styles.none}>Aquí verá lo que se cargue, se firme y se envíe.</p>}
      {log.map(({ at, words, tone }) => (
        <p key={`${at}${words}`} data-tone={tone}>
          <time className={text.quiet} dateTime={new Date(at).toISOString()}>
            {formatClock(at)}
          </time>
          <span>{words}</span>
        </p>
      ))}
    </div>
  </Panel>
);
