import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { enlaces } from '@timbre/contract';
import { formatDay } from '../../lib/format.ts';
import { notLive } from '../../lib/live-query.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readLink, share, unshare } from './api.ts';
import styles from './parts/share-sheet.module.css';
import { ShareSheet } from './parts/share-sheet.tsx';
import { phoneOf } from './words.ts';

interface Props {
  documento: { readonly id: string; readonly eNCF: string; readonly monto: string };
  /** The buyer's telephone, as the document has it. */
  telefono?: string | undefined;
  onMail?: (() => void) | undefined;
  onPrint: () => void;
  onClose: () => void;
}

/**
 * Shares a document with its buyer. Opening it makes the link, if the company shares and the document has none; once it
 * is closed, a person asks for another.
 */
export function ShareModal({ documento, telefono, onMail, onPrint, onClose }: Props) {
  const { id, eNCF, monto } = documento;
  const { razonSocial } = useSesion();
  const client = useQueryClient();
  const queryKey = ['documentos', id, 'enlace'];
  const { data, error, refetch } = useQuery({
    queryKey,
    meta: notLive,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const seen = await readLink({ params: { id }, signal });
      return seen.activo && seen.enlace === null ? share({ params: { id }, body: {}, signal }) : seen;
    },
  });
  const onSuccess = (answer: enlaces.EnlaceDeDocumento) => client.setQueryData(queryKey, answer);
  const again = useMutation({ mutationFn: () => share({ params: { id }, body: {} }), onSuccess });
  const close = useMutation({ mutationFn: () => unshare({ params: { id } }), onSuccess });

  return (
    <Dialog title={`Compartir ${eNCF}`} width={440} onClose={onClose}>
      {error ? (
        <LoadFailure title="No se pudo compartir." error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton rows={4} height={44} label="Preparando el enlace..." />
      ) : !data.activo ? (
        <SwitchedOff />
      ) : data.enlace === null ? (
        <div className={styles.sheet}>
          <p role="status">Ya no se comparte: quien tenga el enlace no verá la factura.</p>
          <FailureNotice error={again.error} />
          <Button variant="filled" data-autofocus loading={again.isPending} onClick={() => again.mutate()}>
            Crear otro enlace
          </Button>
        </div>
      ) : (
        <ShareSheet
          announced={{ eNCF, monto, empresa: razonSocial, url: data.enlace.url }}
          phone={phoneOf(telefono)}
          onMail={onMail}
          onPrint={onPrint}
        >
          <FailureNotice error={lastError(close, again)} />
          <div className={styles.end}>
            <p className={styles.note}>
              Quien tenga el enlace verá esta factura, y ninguna otra.{' '}
              {data.enlace.vence === null ? 'No vence.' : `Vence el ${formatDay(data.enlace.vence)}.`}
            </p>
            <Button loading={close.isPending} onClick={() => close.mutate()}>
              Dejar de compartir
            </Button>
          </div>
        </ShareSheet>
      )}
    </Dialog>
  );
}

/** Says who may switch the links on. */
function SwitchedOff() {
  const { puede } = useSesion();
  return (
    <Banner
      tone="info"
      title="Su empresa no comparte comprobantes por enlace."
      action={
        puede('administrar') ? (
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/configuracion" search={{ tab: 'general', parte: 'enlaces' }} />
            )}
          >
            Ir a Configuración
          </Button>
        ) : undefined
      }
    >
      Un administrador lo activa en Configuración, General, «Página del comprador».
    </Banner>
  );
}
