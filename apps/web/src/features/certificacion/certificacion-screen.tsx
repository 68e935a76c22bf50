import { Button } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './certificacion-screen.module.css';
import { StepPanel } from './parts/step-panel.tsx';
import { lockWords, stepAt } from './steps.ts';
import { useStepper } from './use-stepper.ts';

/** The three steps of the certification, each with its screen. A step opens once those before it are completed. */
export function CertificacionScreen() {
  const step = stepAt(useLocation().pathname);
  const stepper = useStepper(step);
  const { data, error, refetch, lock, notice, closeNotice, goTo } = stepper;
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        {data ? (
          <StepPanel step={step} data={data} stepper={stepper} />
        ) : error ? (
          <LoadFailure title="No se pudo leer el progreso." error={error} onRetry={refetch} />
        ) : (
          <Skeleton rows={3} height={56} />
        )}
      </div>
      <div className={styles.step}>
        {lock && data ? (
          <EmptyState page title={`${step.nombre}: paso bloqueado`} detail={lockWords(lock)}>
            <Button variant="filled" onClick={() => goTo(lock)}>
              Ir al paso {lock.paso}
            </Button>
          </EmptyState>
        ) : data || error ? (
          <Outlet />
        ) : (
          <Skeleton rows={8} />
        )}
      </div>
      {notice && (
        <NoticeDialog title={notice.title} button="Entendido" onClose={closeNotice}>
          {notice.words}
        </NoticeDialog>
      )}
    </div>
  );
}
