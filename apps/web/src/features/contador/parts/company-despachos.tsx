import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCounted, formatDay } from '../../../lib/format.ts';
import { ofConfiguracion } from '../../../lib/live-query.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { acceptByCode, acceptDespacho, endDespacho, listServing } from '../api.ts';
import styles from '../contador.module.css';
import { CodeForm } from './code-form.tsx';

const servingKey = ['despachos-de-la-empresa'];

/** The despachos that serve the company or ask to: its administrator accepts, declines and ends their access. */
export function CompanyDespachos() {
  const client = useQueryClient();
  const { razonSocial } = useSesion();
  const { data, error, refetch } = useQuery({
    queryKey: servingKey,
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listServing({ signal }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: servingKey });
  const accept = useMutation({
    mutationFn: (id: string) => acceptDespacho({ params: { id } }),
    onSuccess: ({ nombre }) => toast(`${nombre} tiene acceso`),
    onSettled: refresh,
  });
  const end = useMutation({
    mutationFn: (id: string) => endDespacho({ params: { id } }),
    onSuccess: () => toast('El despacho no tiene acceso'),
    onSettled: refresh,
  });
  const busy = accept.isPending || end.isPending;
  return (
    <Panel
      title="Despachos"
      note="Su despacho de contabilidad entra con el rol de Contador, mientras usted lo permita."
    >
      <div className={styles.body}>
        {error && <LoadFailure title="No se pudieron leer los despachos" error={error} onRetry={refetch} />}
        <FailureNotice error={lastError(accept, end)} />
        {data === undefined
          ? !error && <Skeleton rows={1} height={58} />
          : data.length > 0 && (
              <ul className={styles.outcomes} aria-label="Despachos">
                {data.map(({ id, nombre, estado, pedida, pedidaPor, resuelta, personas }) => (
                  <li key={id}>
                    <div>
                      <b>{nombre}</b>
                      <p>
                        <Facts
                          of={
                            estado === 'pendiente'
                              ? ['pide acceso', `${pedidaPor}, ${formatDay(pedida)}`]
                              : [
                                  formatCounted(personas, 'persona con acceso', 'personas con acceso'),
                                  `desde el ${formatDay(resuelta ?? pedida)}`,
                                ]
                          }
                        />
                      </p>
                    </div>
                    <span className={styles.row}>
                      {estado === 'pendiente' && (
                        <Button
                          aria-label={`Aceptar a ${nombre}`}
                          loading={accept.isPending && accept.variables === id}
                          disabled={busy}
                          onClick={() => accept.mutate(id)}
                        >
                          Aceptar
                        </Button>
                      )}
                      <ConfirmButton
                        title={estado === 'pendiente' ? `Rechazar a ${nombre}` : `Terminar el permiso de ${nombre}`}
                        aria-label={estado === 'pendiente' ? `Rechazar a ${nombre}` : `Terminar permiso de ${nombre}`}
                        loading={end.isPending && end.variables === id}
                        disabled={busy}
                        onConfirm={() => end.mutate(id)}
                        question={
                          estado === 'pendiente'
                            ? undefined
                            : {
                                title: `Terminar el permiso de ${nombre}`,
                                detail: `Nadie de ${nombre} podrá ver ni hacer nada en ${razonSocial}: sus sesiones se cierran en el acto.`,
                                confirm: 'Terminar permiso',
                              }
                        }
                      >
                        {estado === 'pendiente' ? 'Rechazar' : 'Terminar permiso'}
                      </ConfirmButton>
                    </span>
                  </li>
                ))}
              </ul>
            )}
        <CodeForm
          label="Código del despacho"
          description="Se lo entrega el despacho que usted eligió."
          action="Dar acceso"
          send={(codigo) => acceptByCode({ body: { codigo } })}
          onDone={({ nombre }) => toast(`${nombre} tiene acceso`)}
          onSettled={refresh}
        />
      </div>
    </Panel>
  );
}
