import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatTaxId } from '@timbre/values';
import { Suspense, useState } from 'react';
import { formatCount, isoDay } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { RehearsalNotice, useRehearsalMode } from '../../autoridad/shared.ts';
import type { Simulacion } from '../api.ts';
import { canGenerate, type Form, faultsOf, isNote, nextENCF, payloadOf, withHighValue, withType } from '../form.ts';
import type { Running } from '../receipts.ts';
import styles from '../simulacion.module.css';
import type { Generation } from '../use-generation.ts';
import type { Messages } from '../use-messages.ts';
import { hasInvoicesQuery } from '../use-simulacion.ts';
import { failures } from '../words.ts';
import { AuthSection } from './auth-section.tsx';
import { TypeChoice } from './type-choice.tsx';

const AdvancedFields = lazyPart(async () => (await import('./advanced-fields.tsx')).AdvancedFields);

interface Props {
  simulacion: Simulacion;
  /** Number of receipts that exist already. */
  count: number;
  form: Form;
  onForm: (change: (form: Form) => Form) => void;
  lock: string | undefined;
  running: Running | undefined;
  generation: Generation;
  messages: Messages;
}

/** Receipts of one type: the authentication, the issuer, the type and the data of the receipts. */
export function ManualTab({ simulacion, count, form, onForm, lock, running, generation, messages }: Props) {
  const { emisor, siguientes, compradores, importacionId } = simulacion;
  const { data: hasInvoices = true } = useQuery(hasInvoicesQuery(importacionId, isNote(form.tipo)));
  const { noEmite } = useSesion();
  const { on: rehearsing } = useRehearsalMode();
  const [opened, setOpened] = useState(false);
  const facts = { today: isoDay(Date.now()), hasInvoices };
  const faults = faultsOf(form, facts);
  const { tipo } = form;
  const next = nextENCF(form, siguientes);
  const refusal = noEmite ?? lock ?? (canGenerate(form, emisor.rnc, facts) ? undefined : failures.cannotGenerate);
  // Before anything is chosen there is no fault: the text names the first step.
  const shownRefusal = tipo === undefined && refusal === failures.cannotGenerate ? failures.noType : refusal;
  const set = (part: Partial<Form>) => onForm((before) => ({ ...before, ...part }));
  const rests = { disabled: (noEmite ?? lock) !== undefined, title: noEmite ?? lock };

  return (
    <>
      {rehearsing && <RehearsalNotice />}
      <AuthSection rncEmisor={emisor.rnc} messages={messages} />
      <Panel title="Emisor">
        <div className={styles.fields}>
          <TextInput label="RNC del emisor" readOnly value={formatTaxId(emisor.rnc)} />
          <TextInput label="Razón social del emisor" readOnly value={emisor.razonSocial} className={styles.wide} />
        </div>
      </Panel>
      <Panel title="Comprobantes">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (refusal === undefined && tipo !== undefined) void generation.receipts(payloadOf({ ...form, tipo }));
          }}
        >
          <TypeChoice
            tipo={tipo}
            altoValor={form.altoValor}
            onTipo={(chosen) => {
              if (isNote(chosen)) setOpened(true);
              onForm((before) => withType(before, chosen, compradores));
            }}
            onAltoValor={(altoValor) => {
              setOpened(true);
              onForm((before) => withHighValue(before, altoValor));
            }}
          />
          <div className={styles.fields}>
            <TextInput
              label="Desde secuencia"
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              placeholder={placeholderOf(form, siguientes)}
              value={form.desde}
              error={faults.desde}
              onChange={(event) => set({ desde: event.currentTarget.value })}
            />
            <TextInput
              label="Cantidad"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={form.cantidad}
              error={faults.cantidad}
              onChange={(event) => set({ cantidad: event.currentTarget.value })}
            />
            <p className={styles.next}>
              Siguiente secuencia <output>{next ?? '—'}</output>
            </p>
          </div>
          <details
            className={styles.advanced}
            open={opened}
            onToggle={({ currentTarget, newState }) => {
              if (currentTarget.open === (newState === 'open')) setOpened(currentTarget.open);
            }}
          >
            <summary>Configuración avanzada</summary>
            {opened && (
              <Suspense fallback={<Skeleton rows={2} height={56} />}>
                <AdvancedFields {...{ simulacion, form, faults }} onForm={onForm} />
              </Suspense>
            )}
          </details>
          <div className={styles.end}>
            <p className={styles.refusal} role="status">
              {shownRefusal}
            </p>
            <ActionButton {...rests} loading={running === 'standard'} onClick={() => void generation.standard()}>
              Generar todo estándar
            </ActionButton>
            <ActionButton
              type="submit"
              variant={count === 0 || refusal === undefined ? 'filled' : 'default'}
              disabled={refusal !== undefined}
              loading={running === 'receipts'}
              title={refusal}
            >
              Generar comprobantes
            </ActionButton>
          </div>
        </form>
      </Panel>
    </>
  );
}

/** The next sequence of the type, used if the field is empty. */
function placeholderOf({ tipo }: Form, siguientes: Simulacion['siguientes']): string {
  const next = siguientes.find((one) => one.tipo === tipo)?.siguiente;
  return next === undefined ? '1' : formatCount(next).replaceAll(',', '');
}
