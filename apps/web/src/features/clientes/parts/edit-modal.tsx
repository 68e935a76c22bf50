import { Button, FileInput, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { formatTaxId } from '@timbre/values';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { NewPasswordFields } from '../../../ui/new-password.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { ambientes } from '../ambientes.ts';
import type { Cliente } from '../api.ts';
import { type Draft, draftOf, faultsOf, isChanged } from '../draft.ts';
import { SavedInPart, saveDraft } from '../save.ts';
import { AmbienteQuestion } from './ambiente-question.tsx';
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

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faultsOf(draft)).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
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
            <TextInput label="RNC" value={formatTaxId(cliente.rnc)} readOnly />
            <NativeSelect
              label="Ambiente"
              value={draft.ambiente}
              data={ambientes}
              onChange={(event) => change({ ambiente: event.currentTarget.value })}
            />
            <TextInput
              className={styles.wide}
              label="Razón social"
              maxLength={150}
              data-autofocus
              value={draft.razonSocial}
              error={faults.razonSocial}
              onChange={(event) => change({ razonSocial: event.currentTarget.value })}
            />
            <TextInput
              label="ID externo"
              maxLength={100}
              autoComplete="off"
              value={draft.id_externo}
              onChange={(event) => change({ id_externo: event.currentTarget.value })}
            />
            <TextInput label="API Key" value={cliente.apiKey} placeholder="No tiene" readOnly />
            <fieldset className={styles.group}>
              <legend>Certificado digital</legend>
              <p className={styles.wide}>{certificateWords(cliente)}</p>
              <FileInput
                label="Certificado (.pfx)"
                accept=".pfx"
                placeholder="Elegir archivo"
                leftSection={<IconUpload size={16} />}
                value={draft.certificado}
                error={faults.certificado}
                onChange={(certificado) => change({ certificado })}
              />
              <PasswordInput
                label="Contraseña del certificado"
                autoComplete="off"
                maxLength={200}
                value={draft.certificadoPass}
                error={faults.certificadoPass}
                onChange={(event) => change({ certificadoPass: event.currentTarget.value })}
              />
            </fieldset>
            <fieldset className={styles.group}>
              <legend>Contraseña de su primer usuario</legend>
              {cliente.UsuarioID === null ? (
                <p className={styles.wide}>La empresa no tiene usuarios.</p>
              ) : (
                <>
                  <p className={styles.wide}>
                    Déjela en blanco para conservar la actual. Al cambiarla se cierran sus sesiones.
                  </p>
                  <NewPasswordFields
                    labels={['Nueva contraseña', 'Confirmar nueva contraseña']}
                    value={draft}
                    faults={faults}
                    about={[cliente.rnc]}
                    onChange={change}
                  />
                </>
              )}
            </fieldset>
            {save.error && (
              <div className={styles.wide}>
                <Banner title="No se pudieron guardar los cambios. Por favor, intente de nuevo.">
                  {failureWords(save.error)}
                </Banner>
              </div>
            )}
            <div className={styles.actions}>
              <Button onClick={leave}>Cancelar</Button>
              <Button type="submit" variant="filled" loading={save.isPending}>
                Guardar
              </Button>
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

const certificateWords = ({ certificado }: Cliente): string => {
  if (!certificado) return 'No tiene certificado cargado.';
  return `${certificado.archivo}, de ${certificado.titular}, ${certificado.vencido ? 'venció' : 'válido hasta'} el ${formatDay(certificado.validoHasta)}.`;
};

const failureWords = (error: Error): string =>
  error instanceof SavedInPart
    ? `${messageOf(error.cause)} Sí se guardó: ${error.saved.join(' y ')}.`
    : messageOf(error);
