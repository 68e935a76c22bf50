import { PasswordInput } from '@mantine/core';
import { IconKey, IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSpan } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { sessionExpired } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { DevelopmentSwitch, useAutoridad } from '../../autoridad/shared.ts';
import { authenticateWith, closeAutoridad, OtherCompany } from '../api.ts';
import styles from '../simulacion.module.css';
import type { Messages } from '../use-messages.ts';
import { failures } from '../words.ts';

interface Props {
  rncEmisor: string;
  messages: Messages;
}

/** The authentication with the authority, by an API key, and the development mode switch. */
export function AuthSection({ rncEmisor, messages: { tell, fail } }: Props) {
  const { token, rehearsing, expired, known, noEmite } = useAutoridad();
  const client = useQueryClient();
  const [apiKey, setApiKey] = useState('');
  const [missing, setMissing] = useState(false);

  const enter = useMutation({
    mutationFn: () => authenticateWith(apiKey.trim(), rncEmisor),
    onSuccess: (state) => {
      client.setQueryData(['autoridad'], state);
      setApiKey('');
      tell('Autenticado con la DGII');
    },
    onError: (error) =>
      fail(failures.authentication, error instanceof OtherCompany ? 'La API Key es de otra empresa' : error),
  });
  const exit = useMutation({
    mutationFn: () => closeAutoridad({ body: {} }),
    onSuccess: (state) => {
      client.setQueryData(['autoridad'], state);
      tell('Sesión con la DGII cerrada', 'info');
    },
    onError: (error) => fail(failures.authentication, error),
  });

  function authenticate() {
    if (rehearsing) return tell('En modo desarrollo no necesita autenticarse: firmar y enviar son un ensayo.', 'info');
    setMissing(apiKey.trim() === '');
    if (apiKey.trim() !== '') enter.mutate();
  }

  return (
    <Panel title="Autenticación" actions={<State {...{ token, rehearsing }} />}>
      <form
        className={styles.auth}
        onSubmit={(event) => {
          event.preventDefault();
          if (noEmite === undefined && !enter.isPending) authenticate();
        }}
      >
        <PasswordInput
          label="API Key"
          autoComplete="off"
          maxLength={200}
          value={apiKey}
          error={missing && !rehearsing ? failures.noKey : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la API Key' }}
          onChange={(event) => {
            setApiKey(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <div className={styles.buttons}>
          <ActionButton
            type="submit"
            variant={token || rehearsing ? 'default' : 'filled'}
            leftSection={<IconKey size={16} />}
            loading={enter.isPending}
            disabled={!known || noEmite !== undefined}
            title={noEmite}
          >
            Autenticar
          </ActionButton>
          <ActionButton
            leftSection={<IconLogout size={16} />}
            loading={exit.isPending}
            disabled={token === undefined || noEmite !== undefined}
            title={noEmite ?? (token === undefined ? 'No hay una sesión abierta con la DGII' : undefined)}
            onClick={() => exit.mutate()}
          >
            Cerrar Sesión
          </ActionButton>
          <DevelopmentSwitch />
        </div>
      </form>
      {expired && !rehearsing && !enter.isPending && (
        <div className={styles.inset}>
          <Banner>{sessionExpired}</Banner>
        </div>
      )}
    </Panel>
  );
}

interface StateProps {
  token: { leftMs: number } | undefined;
  rehearsing: boolean;
}

/** How documents would be sent now. */
function State({ token, rehearsing }: StateProps) {
  if (rehearsing) return <Chip tone="info">Modo desarrollo</Chip>;
  if (token) return <Chip tone="ok">{`Autenticado · ${formatSpan(token.leftMs)}`}</Chip>;
  return <Chip tone="warn">No autenticado</Chip>;
}
