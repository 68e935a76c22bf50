import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { faultFinder } from '../../../lib/datos-empresa.ts';
import { focusFirstFault } from '../../../lib/first-fault.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/form.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import type { Cliente } from '../api.ts';
import { type Draft, draftOf, faultsOf, isChanged } from '../draft.ts';
import { SavedInPart, saveDraft } from '../save.ts';
import { AmbienteQuestion } from './ambiente-question.tsx';
import { EditFields } from './edit-fields.tsx';
import styles from './edit-modal.module.css';

interface Props {
  cliente: Cliente;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes a company: its data, environment, certificate and the password of its first user. */
export function EditModal({ cliente, onSaved, onClose }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(cliente));
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const faults = tried ? faultsOf(draft) : {};
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));

  const save = useMutation({
    mutationFn: () => saveDraft(cliente, draft),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries({ queryKey: ['clientes'] }),
  });

  const errores = save.error instanceof Refusal ? (save.error.problem.errores ?? []) : [];
  const faultOfDato = faultFinder(errores.map((one) => ({ ...one, campo: one.campo?.replace(/^datos\./, '') ?? '' })));

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faultsOf(draft)).length > 0) {
      focusFirstFault(form.current);
    } else if (draft.ambiente !== cliente.ambiente) {
      setAsking(true);
    } else {
      save.mutate();
    }
  }

  return (
    <EditDialog
      title={`Editar ${cliente.razonSocial}`}
      width={560}
      changed={isChanged(draft, cliente)}
      onClose={onClose}
    >
      {(leave) => (
        <>
          <form ref={form} className={styles.form} noValidate onSubmit={submit}>
            <EditFields cliente={cliente} draft={draft} faults={faults} faultOfDato={faultOfDato} onChange={change} />
            {save.error && (
              <div className={styles.wide}>
                <Banner title="No se pudieron guardar los cambios. Por favor, intente de nuevo.">
                  {failureWords(save.error)}
                </Banner>
              </div>
            )}
            <div className={`${styles.wide} ${layout.actions}`}>
              <Button onClick={leave}>Cancelar</Button>
              <SubmitButton busy={save.isPending}>Guardar</SubmitButton>
            </div>
          </form>
          {asking && (
            <AmbienteQuestion
              cliente={cliente}
              ambiente={draft.ambiente}
              onClose={() => setAsking(false)}
              onConfirm={() => save.mutate()}
            />
          )}
        </>
      )}
    </EditDialog>
  );
}

const failureWords = (error: Error): string =>
  error instanceof SavedInPart
    ? `${messageOf(error.cause)} Sí se guardó: ${error.saved.join(' y ')}.`
    : messageOf(error);
