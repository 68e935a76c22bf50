import { Button, Switch } from '@mantine/core';
import { IconKey, IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatSpan } from '../../lib/format.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { sessionExpired } from '../../lib/session.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { authenticate, autoridadQuery, closeAutoridad } from './api.ts';
import styles from './auth-panel.module.css';
import { useRehearsalMode } from './rehearsal-mode.ts';

/** The state of the company's authentication with the authority. */
export function useAutoridad() {
  const { noEmite } = useSesion();
  const { on: rehearsing } = useRehearsalMode();
  const { data } = useQuery(autoridadQuery);
  const now = useEveryTenSeconds();
  const expires = data?.expira ? Date.parse(data.expira) : undefined;
  const simulated = !rehearsing && data?.autoridad === 'simulador';
  const expired = expires !== undefined && expires <= now;
  return {
    simulated,
    /** Whether development mode is on. */
    rehearsing,
    /** In development mode no login at the authority is required (specification 001 §4); for real it is, with the simulator too. */
    authenticated: rehearsing || (data?.autenticado === true && !expired),
    token: data?.autenticado === true && !expired ? { leftMs: (expires ?? now) - now } : undefined,
    expired,
    known: data !== undefined,
    noEmite,
  };
}

function useEveryTenSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The authentication with the authority, and the development mode switch. */
export function AuthPanel() {
  const { token, expired, known, noEmite } = useAutoridad();
  const client = useQueryClient();
  const renewed = { onSuccess: (state: unknown) => client.setQueryData(['autoridad'], state) };
  const enter = useMutation({ mutationFn: () => authenticate({ body: {} }), ...renewed });
  const exit = useMutation({ mutationFn: () => closeAutoridad({ body: {} }), ...renewed });
  const failure = lastError(enter, exit);

  return (
    <>
      {token && noEmite ? (
        <span className={styles.state} title={noEmite}>
          Autenticado · {formatSpan(token.leftMs)}
        </span>
      ) : token ? (
        <Menu
          label={`Autenticado · ${formatSpan(token.leftMs)}`}
          className={styles.state}
          trigger={`Autenticado · ${formatSpan(token.leftMs)}`}
        >
          <MenuItem icon={<IconRefresh size={16} />} onClick={() => enter.mutate()}>
            Autenticar de nuevo
          </MenuItem>
          <MenuItem icon={<IconX size={16} />} onClick={() => exit.mutate()}>
            Cerrar la sesión con la DGII
          </MenuItem>
        </Menu>
      ) : (
        <Button
          leftSection={<IconKey size={16} />}
          loading={enter.isPending}
          disabled={!known || noEmite !== undefined}
          title={noEmite}
          onClick={() => enter.mutate()}
        >
          Autenticar
        </Button>
      )}
      <DevelopmentSwitch />
      {(failure || (expired && !enter.isPending)) && (
        <p className={styles.failure} role="alert">
          {failure ? `Error de autenticación: ${messageOf(failure)}` : sessionExpired}
        </p>
      )}
    </>
  );
}

/**
 * The development mode switch. When it is on, signing and sending are a rehearsal; when it is off, documents are sent
 * to the authority that the server is configured for.
 */
export function DevelopmentSwitch() {
  const { autoridad, badge } = useSesion();
  const { on, choose } = useRehearsalMode();
  const real =
    autoridad === 'simulador'
      ? 'Apagado: lo que envíe queda emitido en este servidor, que trabaja con el simulador de la DGII.'
      : `Apagado: lo que envíe llega a la DGII en el ambiente de su empresa (${badge}).`;
  const reason = on ? 'Encendido: firmar y enviar son un ensayo. No se emite nada.' : real;
  return (
    <span className={styles.mode} title={reason}>
      <Switch
        label="Modo desarrollo"
        aria-description={reason}
        checked={on}
        labelPosition="left"
        size="sm"
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    </span>
  );
}
