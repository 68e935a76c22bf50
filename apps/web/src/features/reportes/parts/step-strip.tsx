import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { useId } from 'react';
import { placeOfDue } from '../due.ts';
import { dueQuery, problemsQuery, totalsQuery } from '../month-queries.ts';
import { aparteDe, type Tipo, type TipoConRespuestas, type Vista, vistas } from '../search.ts';
import { type MonthFacts, type Step, stepsOf } from '../steps.ts';
import { nombreDe } from '../words.ts';
import styles from './step-strip.module.css';

interface Props {
  tipo: Tipo;
  periodo: Periodo;
  vista: Vista;
  onChange: (vista: Vista) => void;
}

/** The steps of a month on its way to the DGII, each with its count, and the views that stand apart. */
export function StepStrip({ tipo, periodo, vista, onChange }: Props) {
  const facts = useMonthFacts(tipo, periodo);
  return (
    <nav className={styles.row} aria-label={`Pasos del ${nombreDe(tipo)}`}>
      <ol className={styles.steps}>
        {stepsOf(tipo, facts).map((step, at) => (
          <StepItem
            key={step.paso}
            step={step}
            number={at + 1}
            isCurrent={step.paso === vista}
            onClick={() => onChange(step.paso)}
          />
        ))}
      </ol>
      <span className={styles.apart}>
        {aparteDe[tipo].map((one) => (
          <Button
            key={one}
            variant={one === vista ? 'light' : 'subtle'}
            {...(one === vista && { 'aria-current': 'page' })}
            onClick={() => onChange(one)}
          >
            {vistas[one]}
          </Button>
        ))}
      </span>
    </nav>
  );
}

interface StepProps {
  step: Step;
  number: number;
  isCurrent: boolean;
  onClick: () => void;
}

/** A step. All of it can be pressed; its words are the description of its button. */
function StepItem({ step: { name, words, isDone }, number, isCurrent, onClick }: StepProps) {
  const id = useId();
  return (
    <li data-done={isDone} data-current={isCurrent}>
      <span className={styles.mark} aria-hidden="true">
        {isDone && !isCurrent ? <IconCheck size={15} /> : number}
      </span>
      <button type="button" aria-describedby={id} {...(isCurrent && { 'aria-current': 'step' })} onClick={onClick}>
        {name}
      </button>
      <span id={id} className={styles.words}>
        {words}
      </span>
    </li>
  );
}

const hasAnswers = (tipo: Tipo): tipo is TipoConRespuestas => tipo === '606' || tipo === '607' || tipo === '609';

/** The known facts of a month. */
function useMonthFacts(tipo: Tipo, periodo: Periodo): MonthFacts {
  const totals = useQuery({ ...totalsQuery(hasAnswers(tipo) ? tipo : '606', periodo), enabled: hasAnswers(tipo) });
  const problems = useQuery({ ...problemsQuery(tipo === 'it1' ? '606' : tipo, periodo), enabled: tipo !== 'it1' });
  const due = useQuery(dueQuery);
  const vence = due.data?.find((one) => placeOfDue(one).tipo === tipo && one.periodo === periodo);
  return {
    totales: hasAnswers(tipo) ? totals.data?.totales : undefined,
    problemas: tipo === 'it1' ? undefined : problems.data,
    presentado: hasAnswers(tipo) ? totals.data?.presentado : undefined,
    vence,
  };
}
