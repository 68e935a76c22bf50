import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceOf } from '../../../lib/device.ts';
import { formatMoment } from '../../../lib/format.ts';
import { ofConfiguracion } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Facts } from '../../../ui/facts.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { toast } from '../../../ui/toast.tsx';
import { closeSesion, listSesiones } from '../api.ts';
import styles from './open-sessions.module.css';

/** The sessions of the user, with a button to end each. */
export function OpenSessions() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['sesiones'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listSesiones({ signal }),
  });
  const others = data?.filter(({ actual }) => !actual).map(({ id }) => id) ?? [];

  const close = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await closeSesion({ params: { id } });
      return ids.length;
    },
    onSuccess: (closed) => toast(closed === 1 ? 'Sesión cerrada' : `${closed} sesiones cerradas`),
    onSettled: () => client.invalidateQueries({ queryKey: ['sesiones'] }),
  });

  return (
    <Panel
      title="Sesiones abiertas"
      note="Si no reconoce alguna, ciérrela y cambie su contraseña."
      actions={
        <Button
          disabled={others.length === 0}
          title={others.length === 0 ? 'No hay otras sesiones abiertas' : undefined}
          loading={close.isPending && close.variables.length > 1}
          onClick={() => close.mutate(others)}
        >
          Cerrar todas las demás
        </Button>
      }
    >
      {error && <LoadFailure title="No se pudieron leer las sesiones" error={error} onRetry={refetch} />}
      <FailureNotice error={close.error} />
      {data === undefined ? (
        !error && <Skeleton rows={2} height={58} />
      ) : (
        <ul className={styles.sessions}>
          {data.map(({ id, dispositivo, ip, creada, ultimoUso, razonSocial, actual }) => {
            const device = deviceOf(dispositivo);
            const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
            return (
              <li key={id}>
                <Icon size={22} stroke={1.5} aria-hidden="true" />
                <div>
                  <b title={dispositivo}>{device}</b>
                  <p>
                    <Facts
                      of={[
                        ...(razonSocial === null ? [] : [razonSocial]),
                        ip,
                        `último uso ${formatMoment(ultimoUso)}`,
                        `desde ${formatMoment(creada)}`,
                      ]}
                    />
                  </p>
                </div>
                {actual ? (
                  <Chip tone="ok">Esta sesión</Chip>
                ) : (
                  <Button
                    aria-label={`Cerrar la sesión de ${device}, ${ip}`}
                    disabled={close.isPending}
                    onClick={() => close.mutate([id])}
                  >
                    Cerrar
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
