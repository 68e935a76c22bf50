import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notLive } from '../../../lib/live-query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Forma, formas, PrintedPages, PrintedPaper } from '../../documentos/shared.ts';
import { readSharedPages } from '../api.ts';
import styles from './share-sheet.module.css';

const options = (Object.keys(formas) as Forma[]).map((value) => ({ value, label: formas[value] }));

/** The choice of paper, with the pages as they will be printed. */
export function PrintDialog({ token, pdf, onClose }: { token: string; pdf: string; onClose: () => void }) {
  const [forma, setForma] = useState<Forma>('carta');
  const { data, error } = useQuery({
    queryKey: ['compartido', token, 'paginas', forma],
    meta: notLive,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readSharedPages({ params: { token }, query: { forma }, signal }),
  });
  const whole = data !== undefined && data.pages.length === data.count;
  return (
    <Dialog title="Imprimir" width={620} atTop onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.paper}>
          <Segmented label="Papel" options={options} value={forma} onChange={setForma} />
          <Button variant="filled" data-autofocus disabled={!whole} onClick={() => window.print()}>
            Imprimir
          </Button>
        </div>
        <FailureNotice title="No se pudo preparar la impresión." error={error} />
        {data !== undefined && !whole && (
          <Banner tone="info" title={`Tiene ${data.count} páginas.`}>
            Imprímala desde su <a href={`${pdf}?forma=${forma}`}>PDF</a>.
          </Banner>
        )}
        {data !== undefined ? (
          <PrintedPages {...data} forma={forma} />
        ) : (
          error === null && <Skeleton rows={8} label="Preparando las páginas..." />
        )}
        {whole && <PrintedPaper {...data} forma={forma} />}
      </div>
    </Dialog>
  );
}
