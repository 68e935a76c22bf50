import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type DocumentoRef, downloadPdf, type Forma, formas, readPaginas } from './api.ts';
import styles from './printed-modal.module.css';
import { PrintedPages } from './printed-pages.tsx';
import { PrintedPaper } from './printed-paper.tsx';

interface Props {
  documento: DocumentoRef;
  onClose: () => void;
}

const options = (Object.keys(formas) as Forma[]).map((value) => ({ value, label: formas[value] }));

/** The printed form of a document, to be read, downloaded and printed. */
export function PrintedModal({ documento, onClose }: Props) {
  const { id, eNCF } = documento;
  const [forma, setForma] = useState<Forma>('carta');
  const { data, error } = useQuery({
    queryKey: ['documentos', id, 'paginas', forma],
    meta: notLive,
    queryFn: ({ signal }) => readPaginas({ params: { id }, query: { forma }, signal }),
  });
  const download = useMutation({
    mutationFn: () => downloadPdf(documento, forma),
    onSuccess: () => toast('PDF generado correctamente.'),
  });
  const failure = error ?? download.error;
  const whole = data !== undefined && data.pages.length === data.count;

  return (
    <Dialog title={`PDF de ${eNCF}`} width={760} atTop onClose={onClose}>
      <div className={styles.tools}>
        <Segmented label="Papel" options={options} value={forma} onChange={setForma} />
        <span>
          <Button loading={download.isPending} onClick={() => download.mutate()}>
            Descargar
          </Button>
          <Button disabled={!whole} onClick={() => window.print()}>
            Imprimir
          </Button>
        </span>
      </div>
      {failure && <Banner>{`Error al generar el PDF: ${messageOf(failure)}`}</Banner>}
      {data === undefined ? (
        !error && <Skeleton rows={10} label="Preparando el PDF..." />
      ) : (
        <PrintedPages {...data} forma={forma} />
      )}
      {whole && <PrintedPaper {...data} forma={forma} />}
    </Dialog>
  );
}
