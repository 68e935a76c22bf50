import { Button } from '@mantine/core';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import styles from '../reportes.module.css';
import type { Saver, SaverState } from './saver.ts';

const words = {
  intacto: '',
  guardado: 'Guardado',
  esperando: 'Guardando…',
  guardando: 'Guardando…',
  fallo: 'No se guardó',
} as const satisfies Record<SaverState['state'], string>;

/** The state of the saving, as a word; empty before the first answer. */
export const SaveWord = ({ state: { state } }: { state: SaverState }) => (
  <span role="status" className={styles.saving} data-state={state}>
    {words[state]}
  </span>
);

/** Why answers were not saved. They stay on the screen until they are. */
export function SaveFailure({ saver, state: { state, error } }: { saver: Saver; state: SaverState }) {
  if (state !== 'fallo' || error === undefined) return null;
  const isFiled = error instanceof Refusal && error.problem.code === 'reportes/presentado';
  return (
    <Banner
      title={
        isFiled
          ? 'Este mes ya fue presentado: lo que escribió espera su respuesta.'
          : 'No se guardó: lo que escribió sigue aquí.'
      }
      action={
        <span className={styles.tools}>
          <Button onClick={() => saver.retry(isFiled)}>{isFiled ? 'Rectificar' : 'Reintentar'}</Button>
          <Button variant="subtle" onClick={saver.discard}>
            Descartar lo no guardado
          </Button>
        </span>
      }
    >
      {messageOf(error)}
    </Banner>
  );
}
