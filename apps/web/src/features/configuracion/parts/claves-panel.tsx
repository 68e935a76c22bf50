import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { eliminarApiKey, generarApiKey } from '../api.ts';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';
import { GenerateSecretKey } from './generate-secret-key.tsx';
import { KeyScopes } from './key-scopes.tsx';

interface Props extends PanelProps {
  secretKey: string;
  onSecretKey: (typed: string) => void;
}

/** The API key of other systems, and the Secret Key that authorises a change of environment. */
export function ClavesPanel({ configuracion, refusal, secretKey, onSecretKey }: Props) {
  const { apiSecret } = configuracion;
  return (
    <Panel title="Claves" note="Cada clave se muestra completa solo al generarla.">
      <div className={styles.body}>
        <ApiKey configuracion={configuracion} refusal={refusal} />
        {configuracion.apiKey !== '' && (
          <KeyScopes key={configuracion.alcances.join()} configuracion={configuracion} refusal={refusal} />
        )}
        <div className={styles.row}>
          <PasswordInput
            className={styles.grow ?? ''}
            label="Secret Key"
            description={
              apiSecret === ''
                ? 'No hay Secret Key configurada.'
                : `Configurada: ${apiSecret}. Autoriza los cambios de ambiente.`
            }
            placeholder={apiSecret === '' ? '' : 'Escríbala aquí para autorizar'}
            autoComplete="off"
            maxLength={200}
            disabled={refusal !== undefined || apiSecret === ''}
            value={secretKey}
            onChange={(event) => onSecretKey(event.currentTarget.value)}
          />
          <GenerateSecretKey replaces={apiSecret !== ''} refusal={refusal} />
        </div>
      </div>
    </Panel>
  );
}

function ApiKey({ configuracion: { rncEmisor, apiKey }, refusal }: PanelProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'generate' | 'remove'>();
  const again = () => client.invalidateQueries({ queryKey: ['configuracion'] });
  const generate = useMutation({
    mutationFn: () => generarApiKey({ body: { rncEmisor } }),
    onSuccess: ({ apiKey: made }) => {
      showSecret({ title: 'API Key generada correctamente', name: 'API Key', secret: made });
      return again();
    },
  });
  const remove = useMutation({
    mutationFn: () => eliminarApiKey({ body: { rncEmisor } }),
    onSuccess: () => {
      toast('API Key eliminada correctamente', 'ok', brieflyMs);
      return again();
    },
  });
  const exists = apiKey !== '';

  return (
    <>
      <div className={styles.row}>
        <TextInput
          className={`${styles.grow} ${styles.mono}`}
          label="API Key"
          description={
            <>
              Permite que otros sistemas emitan por la empresa{' '}
              <span className={styles.whole}>(encabezado X-API-KEY)</span>
            </>
          }
          value={apiKey}
          placeholder="Sin generar"
          readOnly
        />
        <Button
          loading={generate.isPending}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => {
            remove.reset();
            if (exists) setAsking('generate');
            else generate.mutate();
          }}
        >
          Generar API Key
        </Button>
        {exists && (
          <Button
            loading={remove.isPending}
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => {
              generate.reset();
              setAsking('remove');
            }}
          >
            Eliminar API Key
          </Button>
        )}
      </div>
      <FailureNotice title="Error al generar la API Key" error={generate.error} />
      <FailureNotice title="Error al eliminar la API Key" error={remove.error} />
      {asking && (
        <ConfirmDialog
          title={asking === 'generate' ? 'Generar otra API Key' : 'Eliminar API Key'}
          confirm={asking === 'generate' ? 'Generar' : 'Eliminar'}
          destructive
          onConfirm={() => (asking === 'generate' ? generate.mutate() : remove.mutate())}
          onClose={() => setAsking(undefined)}
        >
          Los sistemas que usan {apiKey} dejarán de entrar{asking === 'generate' && ' hasta que tengan la nueva'}.
        </ConfirmDialog>
      )}
    </>
  );
}
