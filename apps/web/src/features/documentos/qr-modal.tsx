import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type DocumentoRef, readQr } from './api.ts';
import styles from './qr-modal.module.css';

interface Props {
  documento: DocumentoRef;
  /** The address encoded in the QR code. */
  url: string | null;
  onClose: () => void;
}

/** The QR code of a document's stamp, as on its printed form, and the address encoded in it. */
export function QrModal({ documento, url, onClose }: Props) {
  const { id, eNCF } = documento;
  const { data, error } = useQuery({
    queryKey: ['documentos', id, 'qr'],
    // A document that is signed again gets another stamp, but by then the dialog has been opened again.
    meta: notLive,
    queryFn: async ({ signal }) => (await readQr({ params: { id }, signal })).blob,
  });
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (data === undefined) return;
    const address = URL.createObjectURL(data);
    setPicture(address);
    return () => URL.revokeObjectURL(address);
  }, [data]);

  return (
    <Dialog title={`QR de ${eNCF}`} width={420} onClose={onClose}>
      {error ? (
        <Banner>{failureOf(error)}</Banner>
      ) : picture === undefined ? (
        <Skeleton rows={5} />
      ) : (
        <img className={styles.code} src={picture} alt={`Código QR de ${eNCF}`} />
      )}
      {url && (
        <TextInput
          label="Dirección de la consulta"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Dialog>
  );
}

const failureOf = (error: unknown): string =>
  error instanceof Refusal && error.problem.status < 500
    ? 'No se encontró el QR para esta factura.'
    : `Error al generar el código QR. ${messageOf(error)}`;
