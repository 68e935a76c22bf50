import { IconCheck } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DatosStep } from '../../empresa/shared.ts';
import { firstSteps } from '../first-steps.ts';
import { useCompanyFacts } from '../use-company-facts.ts';
import styles from './first-steps-panel.module.css';
import { TaskLink } from './task-link.tsx';

/** The steps of a company until it issues in Producción. Renders nothing afterwards. */
export function FirstStepsPanel({ issued }: { issued: boolean }) {
  const { waiting, reaches, ...facts } = useCompanyFacts();
  const { puede } = useSesion();
  const steps = firstSteps({ ...facts, issued, now: Date.now() });
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (issued && (waiting || next === undefined)) return null;
  return (
    <Panel
      title="Primeros pasos"
      note={waiting ? undefined : `${done} de ${steps.length} hechos. Al final su empresa emite en Producción.`}
    >
      {waiting ? (
        <Skeleton rows={4} height={56} />
      ) : (
        <ol className={styles.steps}>
          {steps.map((step, i) => (
            <li key={step.nombre} data-done={step.done}>
              <span className={styles.mark}>{step.done ? <IconCheck size={16} aria-label="Hecho" /> : i + 1}</span>
              <span className={styles.words}>
                <b>{step.nombre}</b>
                <span>{step.detail}</span>
              </span>
              {step.form && step === next && facts.empresa && puede('administrar') ? (
                <div className={styles.form}>
                  <Suspense fallback={<Skeleton rows={3} height={60} />}>
                    <DatosStep empresa={facts.empresa} />
                  </Suspense>
                </div>
              ) : (
                !step.done && <TaskLink link={step.link} reaches={reaches} primary={step === next} />
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
