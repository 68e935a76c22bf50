import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { UserFacingError } from '../../../lib/user-facing-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { toast } from '../../../ui/toast.tsx';
import { testConnection } from '../ai/map-accounts.ts';
import { noAnswer } from '../ai/messages-api.ts';
import {
  type AiSettings,
  assistantUrl,
  endOfKey,
  forgetKey,
  keepSettings,
  readSettings,
  usualModel,
} from '../ai/settings.ts';
import styles from '../mapeo.module.css';

interface Props {
  settings: AiSettings | undefined;
  onChange: (settings: AiSettings | undefined) => void;
  onClose: () => void;
}

/** The user's key for the language model: saves, tests and deletes it. It stays in this browser. */
export function AiDialog({ settings, onChange, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [model, setModel] = useState(settings?.model ?? usualModel);
  const [failed, setFailed] = useState(false);
  const url = assistantUrl();
  const apiKey = typed.trim() || (settings?.apiKey ?? '');
  const changed = typed.trim() !== '' || (settings !== undefined && model.trim() !== settings.model);
  const testing = useMutation({
    mutationFn: async () => {
      if (url === undefined) throw new UserFacingError(noAnswer);
      await testConnection(url, { apiKey, model: model.trim() || usualModel });
    },
  });
  function keep() {
    try {
      keepSettings({ apiKey, model: model.trim() });
    } catch {
      setFailed(true);
      return;
    }
    setFailed(false);
    setTyped('');
    onChange(readSettings());
    toast('API Key de Claude configurada exitosamente');
  }
  const failure = testing.error && messageOf(testing.error);
  return (
    <Dialog title="Configurar IA" width={560} closesOutside={false} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed && apiKey !== '') keep();
        }}
      >
        <p>
          Con su API Key de Claude, el mapeo automático le propone el destino de cada cuenta; usted acepta o rechaza. La
          clave se queda en este navegador y va solo a <b>{url ?? 'el proveedor'}</b>, con el código, el nombre y el
          tipo de las cuentas.
        </p>
        <PasswordInput
          label="API Key de Claude"
          description={
            settings
              ? `Guardada: ${endOfKey(settings.apiKey)}`
              : 'No hay una clave guardada: escríbala para probarla y guardarla'
          }
          placeholder={settings ? 'Escriba otra para cambiarla' : 'sk-ant-…'}
          autoComplete="off"
          maxLength={300}
          value={typed}
          onChange={(event) => {
            testing.reset();
            setTyped(event.currentTarget.value);
          }}
        />
        <TextInput
          label="Modelo"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={model}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        {failed && <Banner title="Error configurando API Key">El navegador no guarda datos de esta página.</Banner>}
        {testing.isSuccess && <Banner tone="ok">Conexión exitosa. La IA está lista para mapear cuentas.</Banner>}
        {failure && <Banner>{failure === noAnswer ? noAnswer : `Error: ${failure}`}</Banner>}
        <div className={form.actions}>
          {settings && (
            <Button
              onClick={() => {
                forgetKey();
                onChange(undefined);
                testing.reset();
                toast('API Key eliminada');
              }}
            >
              Eliminar la clave
            </Button>
          )}
          <ActionButton
            loading={testing.isPending}
            disabled={apiKey === ''}
            title={apiKey === '' ? 'Escriba primero la clave' : undefined}
            onClick={() => testing.mutate()}
          >
            Probar conexión
          </ActionButton>
          <ActionButton
            type="submit"
            variant="filled"
            disabled={!changed || apiKey === ''}
            title={apiKey === '' ? 'La clave no puede quedar vacía' : undefined}
          >
            Guardar clave
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
