import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import { paceOf, type Sample, type Step } from '../progress.ts';
import styles from './progress-card.module.css';

const windowMs = 10_000;

interface Props {
  steps: readonly Step[];
  /** What to do next, said while nothing is going on. */
  next: string;
}

/** Where the work is: its steps, how many are done, the pace and the time left. */
export function ProgressCard({ steps, next }: Props) {
  const broken = steps.find(({ estado }) => estado === 'error');
  const running = broken ? undefined : steps.findLast(({ estado }) => estado === 'procesando');
  const shown = running ?? steps.findLast(({ estado }) => estado === 'completado') ?? steps[0];
  const ratio = shown && shown.total > 0 ? shown.hechos / shown.total : shown?.estado === 'completado' ? 1 : 0;
  const unknown = running?.total === 0;
  const pace = usePace(running);
  const facts = running
    ? [
        !unknown && `${Math.floor(ratio * 100)} %`,
        pace && `${formatCount(Math.max(1, Math.round(pace.perSecond)))}/s`,
        pace && `faltan ~${formatSpan(pace.leftMs)}`,
      ]
    : [next];

  return (
    <section className={`${card.card} ${styles.progress}`} aria-label="Progreso">
      <div className={styles.line}>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.nombre} data-state={step === running ? 'now' : step.estado}>
              {step.estado === 'completado' && <IconCheck size={15} stroke={2.4} aria-label="Completado:" />}
              {step.estado === 'error' && <IconAlertTriangle size={15} aria-label="Con error:" />}
              {step === running ? runningWords(step) : step.nombre}
            </li>
          ))}
        </ol>
        <span className={styles.facts} aria-live="polite">
          {facts.filter(Boolean).join(' · ')}
        </span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={shown?.nombre ?? 'Progreso'}
        aria-valuenow={Math.floor(ratio * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        data-bad={broken !== undefined}
        data-unknown={unknown}
      >
        <i style={unknown ? undefined : { transform: `scaleX(${ratio})` }} />
      </div>
    </section>
  );
}

const runningWords = ({ verbo, hechos, total }: Step): string =>
  total > 0 ? `${verbo} ${formatCount(hechos)} de ${formatCount(total)}` : `${verbo}…`;

/** The pace of the step that is going on, over the last seconds. */
function usePace(running: Step | undefined) {
  const [samples, setSamples] = useState<{ step: string | undefined; list: Sample[] }>({ step: undefined, list: [] });
  const step = running?.nombre;
  const done = running?.hechos ?? 0;
  useEffect(() => {
    const at = Date.now();
    setSamples((before) => ({
      step,
      list: [...(before.step === step ? before.list : []).filter((sample) => at - sample.at < windowMs), { at, done }],
    }));
  }, [step, done]);
  return running && samples.step === step ? paceOf(samples.list, running.total - done) : undefined;
}
