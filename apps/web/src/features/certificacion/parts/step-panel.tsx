import { Button } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import text from '../../../ui/text.module.css';
import type { Certificacion } from '../api.ts';
import { lockOf, portalQuestion, type Step, steps } from '../steps.ts';
import type { Stepper } from '../use-stepper.ts';
import styles from './step-panel.module.css';

interface Props {
  step: Step;
  data: Certificacion;
  stepper: Stepper;
}

/** The steps with their states, the ways to complete the open one, and the buttons to continue and save. */
export function StepPanel({ step, data, stepper }: Props) {
  const { noEmite } = useSesion();
  const { pasos, isSaving, goTo, save, finish } = stepper;
  const [before, after] = [step.paso - 1, step.paso + 1].map((paso) => steps.find((one) => one.paso === paso));
  const whole = data.pasos.every(({ completado }) => completado !== null);
  const rests = { disabled: noEmite !== undefined, title: noEmite };
  return (
    <section className={`${card.card} ${styles.panel}`} aria-label="Certificación ECF">
      <p className={styles.title}>Certificación ECF</p>
      <ol className={styles.steps}>
        {steps.map((each) => {
          const isDone = pasos.some(({ paso, completado }) => paso === each.paso && completado !== null);
          const locked = lockOf(pasos, each.paso) !== undefined;
          return (
            <li key={each.paso}>
              <button
                type="button"
                className={styles.step}
                aria-current={each === step ? 'step' : undefined}
                data-done={isDone}
                onClick={() => goTo(each)}
              >
                <span className={styles.number}>
                  {isDone ? <IconCheck size={15} stroke={2.4} aria-hidden="true" /> : each.paso}
                </span>
                <span className={styles.name}>{each.nombre}</span>
                <span className={styles.state}>
                  {locked && <IconLock size={13} aria-label="Bloqueado:" />}
                  {isDone ? 'Completado' : 'Pendiente'}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <StepState step={step} stepper={stepper} />
      <div className={styles.buttons}>
        <Button disabled={before === undefined} onClick={() => before && goTo(before)}>
          Anterior
        </Button>
        <Button disabled={after === undefined} onClick={() => after && goTo(after)}>
          Siguiente
        </Button>
        <ActionButton {...rests} loading={isSaving} onClick={save}>
          Guardar Progreso
        </ActionButton>
        <ActionButton {...rests} variant={whole && data.completada === null ? 'filled' : 'default'} onClick={finish}>
          Completar Certificación
        </ActionButton>
      </div>
      <p className={styles.saved} role="status">
        {savedWords(data, stepper)}
      </p>
      <p className={styles.saved}>
        <Link to="/piloto" className={text.link}>
          Piloto: los quince pasos de la DGII
        </Link>
      </p>
    </section>
  );
}

function savedWords({ guardada, completada }: Certificacion, { isSaving, unsaved }: Stepper): string {
  if (isSaving) return 'Guardando…';
  if (unsaved) return 'Hay cambios sin guardar';
  if (completada) return `Certificación completada el ${formatMoment(completada)}`;
  return guardada ? `Guardado el ${formatMoment(guardada)}` : 'El progreso se guarda solo';
}

/** Whether the open step is completed, and the ways to complete it. */
function StepState({ step: { paso }, stepper }: Pick<Props, 'step' | 'stepper'>) {
  const { noEmite } = useSesion();
  const { lock, isSaving, mark } = stepper;
  const { completado = null, porPortal, falta } = stepper.paso ?? {};
  const rests = { disabled: noEmite !== undefined || isSaving, title: noEmite };
  if (lock) return null;
  if (completado !== null) {
    return (
      <div className={styles.now}>
        <p>
          Paso {paso} completado el {formatMoment(completado)}
          {porPortal && ' · según el portal de la DGII'}
        </p>
        <ActionButton {...rests} size="compact-sm" variant="subtle" onClick={() => mark(false)}>
          Reabrir este paso
        </ActionButton>
      </div>
    );
  }
  return (
    <div className={styles.now}>
      <p>{falta ?? 'Nada impide completar este paso.'}</p>
      <ActionButton {...rests} variant={falta ? 'default' : 'filled'} onClick={() => mark(true)}>
        Marcar como completado
      </ActionButton>
      <ConfirmButton
        {...rests}
        size="compact-sm"
        variant="subtle"
        title={noEmite ?? portalQuestion.title}
        question={portalQuestion}
        onConfirm={() => mark(true, true)}
      >
        La DGII ya lo dio por aprobado
      </ConfirmButton>
    </div>
  );
}
