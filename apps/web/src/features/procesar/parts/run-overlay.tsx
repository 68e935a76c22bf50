import { Button } from '@mantine/core';
import type { Ejecucion } from '../api.ts';
import styles from '../procesar.module.css';
import { progressText } from '../progress.ts';
import { daysText } from '../words.ts';

interface Props {
  run: Ejecucion;
  /** Why the user may not cancel it. */
  refusal: string | undefined;
  cancelling: boolean;
  onCancel: () => void;
}

/** The progress of a run, over the screen. The menu stays accessible: the run continues without the screen. */
export const RunOverlay = ({ run, refusal, cancelling, onCancel }: Props) => (
  <div className={styles.overlay}>
    <section className={styles.running} aria-label="Proceso en curso">
      <h2>Procesando reportes</h2>
      <p>{daysText(run)}</p>
      <progress
        aria-label={run.mensaje}
        {...(run.TotalRegistros !== null && { max: Math.max(run.TotalRegistros, 1), value: run.RegistrosProcesados })}
      />
      <p role="status">
        {run.mensaje} <b>{progressText(run)}</b>
      </p>
      <p>Puede salir de esta pantalla: el proceso sigue, y aquí lo encontrará.</p>
      <Button loading={cancelling} disabled={refusal !== undefined} title={refusal} onClick={onCancel}>
        Cancelar el proceso
      </Button>
    </section>
  </div>
);
