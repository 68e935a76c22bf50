import { Button, Switch } from '@mantine/core';
import { IconKey, IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatSpan } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { sessionExpired } from '../../../lib/session.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { authenticate, closeAutoridad, readAutoridad } from '../api.ts';
import styles from './auth-panel.module.css';

const askEveryMs = 60_000;

/** Whether the company can talk to the authority now. */
export function useAutoridad() {
  const { noEmite } = useSesion();
  const { data } = useQuery({
    queryKey: ['autoridad'],
    queryFn: ({ signal }) => readAutoridad({ signal }),
    refetchInterval: askEveryMs,
  });
  const now = useEveryTenSeconds();
  const expires = data?.expira ? Date.parse(data.expira) : undefined;
  const simulated = data?.autoridad === 'simulador';
  const expired = expires !== undefined && expires <= now;
  return {
    simulated,
    /** In development mode nothing waits for a login (seeds/001 §4). */
    authenticated: simulated || (data?.autenticado === true && !expired),
    token: data?.autenticado === true && !expired ? { leftMs: (expires ?? now) - now } : undefined,
    expired,
    available: data?.disponible !== false,
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

/** Authentication with the authority, and the development switch. */
export function AuthPanel() {
  const { token, expired, known, noEmite } = useAutoridad();
  const client = useQueryClient();
  const renewed = { onSuccess: (state: unknown) => client.setQueryData(['autoridad'], state) };
  const enter = useMutation({ mutationFn: () => authenticate({ body: {} }), ...renewed });
  const exit = useMutation({ mutationFn: () => closeAutoridad({ body: {} }), ...renewed });
  const failure = enter.error ?? exit.error;

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

/** The server decides which authority it speaks to; the switch shows it and says why it cannot be moved. */
function DevelopmentSwitch() {
  const { autoridad } = useSesion();
  const simulated = autoridad !== 'dgii';
  const reason = simulated
    ? 'Este servidor trabaja con el simulador de la DGII: nada de lo que envíe llega a la DGII.'
    : 'Este servidor está conectado a la DGII: lo que envíe llega a ella en el ambiente de su empresa.';
  return (
    <span className={styles.mode} title={reason}>
      <Switch
        label="Modo desarrollo"
        aria-description={reason}
        checked={simulated}
        aria-disabled
        labelPosition="left"
        size="sm"
        onChange={() => toast(reason)}
      />
    </span>
  );
}
