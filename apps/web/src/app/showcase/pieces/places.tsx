import { Button } from '@mantine/core';
import { Unreachable } from '../../../lib/api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { MissingPart } from '../../../ui/missing-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from '../showcase.module.css';
import { Choosing } from './holders.tsx';
import type { Piece } from './piece.ts';
import { SampleTable } from './sample-table.tsx';

const nothing = () => undefined;

/** The components of ui/ for the parts of a screen, and for what is missing there. */
export const placePieces: Readonly<Record<string, Piece>> = {
  Panel: {
    example: (
      <Panel title="Título" note="Una línea debajo." actions={<Button>Acción</Button>}>
        <div className={styles.section}>Contenido.</div>
      </Panel>
    ),
  },
  Tabs: {
    example: (
      <div>
        <Choosing first="una">
          {(now, set) => (
            <Tabs
              label="Pestañas"
              tabs={['una', 'dos', 'tres'].map((id) => ({ id, nombre: `Pestaña ${id}` }))}
              current={now}
              onChange={set}
            >
              Lo que hay en {now}.
            </Tabs>
          )}
        </Choosing>
      </div>
    ),
  },
  VirtualTable: { wide: true, note: 'Bajo 620 px cada fila es una tarjeta.', example: <SampleTable /> },
  LoadMore: { example: <LoadMore loading={false} onLoad={nothing} /> },
  FailureNotice: {
    wide: true,
    example: <FailureNotice title="No se guardó la fecha." error={new Unreachable(true)} onDismiss={nothing} />,
  },
  LoadFailure: {
    wide: true,
    example: <LoadFailure title="No se pudieron cargar las fechas" error={new Unreachable(true)} onRetry={nothing} />,
  },
  EmptyState: {
    example: (
      <EmptyState title="Aquí verá lo que procese" detail="Lo que habrá, y la acción que lo llena.">
        <Button variant="filled">La acción</Button>
      </EmptyState>
    ),
  },
  MissingPart: {
    note: 'En el lugar de una parte cuyo código no llegó.',
    example: (
      <>
        <MissingPart online={false} onRetry={nothing} />
        <MissingPart online onRetry={nothing} />
      </>
    ),
  },
  Skeleton: { note: 'Invisible los primeros 300 ms.', example: <Skeleton rows={3} /> },
};
