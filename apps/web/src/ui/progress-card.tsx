import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatCount, formatSpan } from '../lib/format.ts';
import { paceOf, ratioOf, type Sample, type Step } from '../lib/pace.ts';
import card from './card.module.css';
import styles from './progress-card.module.css';

const windowMs = 10_000;

interface Props {
  steps: readonly Step[];
  /** The next step, shown while no work is in progress. */
  next: string;
}

/** The progress of the work: its steps with their shares of the bar, how many are done, the speed and the time left. */
export function ProgressCard({ steps, next }: Props) {
  const broken = steps.find(({ estado }) => estado === 'error');
  const running = broken ? undefined : steps.findLast(({ estado }) => estado === 'procesando');
  const shown = running ?? steps.findLast(({ estado }) => estado === 'completado') ?? steps[0];
  const ratio = shown ? ratioOf(shown) : 0;
  const unknown = running?.total === 0;
  const pace = usePace(running);
  const facts = running
    ? [
        !unknown && `${Math.floor(ratio * 100)}%`,
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
      >
        {steps.map((step) => (
          <span key={step.nombre} data-bad={step === broken} data-unknown={step === running && unknown}>
            <i style={step === running && unknown ? undefined : { transform: `scaleX(${ratioOf(step)})` }} />
          </span>
        ))}
      </div>
    </section>
  );
}

const runningWords = ({ verbo, hechos, total }: Step): string =>
  total > 0 ? `${verbo} ${formatCount(hechos)} de ${formatCount(total)}` : `${verbo}…`;

/** The speed of the current step over the last seconds. */
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
