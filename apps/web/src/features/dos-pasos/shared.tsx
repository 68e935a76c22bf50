import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { toast } from '../../ui/toast.tsx';
import { desactivarDosPasos, prepararDosPasos, renovarCodigos, verDosPasos } from './api.ts';
import styles from './dos-pasos.module.css';
import { Enrolment, type Prepared, RecoveryCodes } from './setup.tsx';

/** With fewer codes left, the user is advised to generate new ones. */
const fewCodes = 3;

/** The dialog that is open over the panel. */
type Open =
  | { readonly what: 'setup'; readonly prepared: Prepared }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | { readonly what: 'leave' };

/** The user's own second factor: set up, moved to another telephone, removed. */
export function DosPasosPanel() {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery({
    queryKey: ['dos-pasos'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => verDosPasos({ signal }),
  });
  const again = () =>
    Promise.all(['dos-pasos', 'sesiones', 'usuarios'].map((key) => client.invalidateQueries({ queryKey: [key] })));

  const prepare = useMutation({
    mutationFn: () => prepararDosPasos({}),
    onSuccess: (prepared) => setOpen({ what: 'setup', prepared }),
  });
  const renew = useMutation({
    mutationFn: () => renovarCodigos({}),
    onSuccess: ({ codigos }) => setOpen({ what: 'codes', codes: codigos }),
    onSettled: again,
  });
  const leave = useMutation({
    mutationFn: () => desactivarDosPasos({}),
    onSuccess: () => toast('Verificación en dos pasos desactivada'),
    onSettled: again,
  });
  const failure = lastError(prepare, renew, leave);
  const active = data !== undefined && data.desde !== null;

  return (
    <Panel
      title="Verificación en dos pasos"
      note={
        active
          ? 'Al entrar se pide, además de su contraseña, un código de su teléfono.'
          : 'Al entrar se pedirá, además de su contraseña, un código de su teléfono que cambia cada 30 segundos.'
      }
    >
      <div className={styles.body}>
        {error && <LoadFailure title="No se pudo leer la verificación" error={error} onRetry={refetch} />}
        {data === undefined && !error && <Skeleton rows={1} height={36} />}
        <FailureNotice error={failure} />
        {data && data.desde !== null && (
          <>
            <p className={styles.status}>
              <Chip tone="ok">Activa</Chip>
              <span>desde {formatMoment(data.desde)}</span>
            </p>
            {data.codigosRestantes <= fewCodes ? (
              <Banner tone="warn">{left(data.codigosRestantes)} Genere otros.</Banner>
            ) : (
              <p className={styles.status}>{left(data.codigosRestantes)}</p>
            )}
          </>
        )}
        {data && (
          <div className={styles.actions}>
            {active ? (
              <>
                <Button loading={renew.isPending} onClick={() => renew.mutate()}>
                  Códigos nuevos
                </Button>
                <Button loading={prepare.isPending} onClick={() => prepare.mutate()}>
                  Cambiar de teléfono
                </Button>
                <Button
                  loading={leave.isPending}
                  disabled={data.obligatorio}
                  title={data.obligatorio ? 'Su usuario debe tenerla' : undefined}
                  onClick={() => setOpen({ what: 'leave' })}
                >
                  Desactivar
                </Button>
              </>
            ) : (
              <Button variant="filled" loading={prepare.isPending} onClick={() => prepare.mutate()}>
                Activar
              </Button>
            )}
          </div>
        )}
      </div>
      {open?.what === 'setup' && (
        <Dialog
          title={active ? 'Cambiar de teléfono' : 'Activar la verificación en dos pasos'}
          width={560}
          closesOutside={false}
          onClose={() => setOpen(undefined)}
        >
          <Enrolment
            prepared={open.prepared}
            onDone={(codes) => {
              setOpen({ what: 'codes', codes });
              return again();
            }}
          />
        </Dialog>
      )}
      {open?.what === 'codes' && (
        <Dialog title="Guarde sus códigos de recuperación" closesOutside={false} onClose={() => setOpen(undefined)}>
          <RecoveryCodes codes={open.codes} onSaved={() => setOpen(undefined)} />
        </Dialog>
      )}
      {open?.what === 'leave' && (
        <ConfirmDialog
          title="Desactivar la verificación en dos pasos"
          confirm="Desactivar"
          destructive
          onConfirm={() => leave.mutate()}
          onClose={() => setOpen(undefined)}
        >
          Entrará solo con su contraseña, y sus códigos de recuperación dejarán de servir. Sus demás sesiones se
          cerrarán.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

const left = (count: number): string =>
  count === 0
    ? 'No le quedan códigos de recuperación.'
    : count === 1
      ? 'Le queda 1 código de recuperación.'
      : `Le quedan ${count} códigos de recuperación.`;
