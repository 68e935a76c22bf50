import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { indentXml } from '../../../lib/indent-xml.ts';
import { notLive } from '../../../lib/live-query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { TextBlock } from '../../../ui/text-block.tsx';
import { type Forma, formas, PrintedPages } from '../../documentos/shared.ts';
import { preview } from '../api.ts';
import styles from '../borradores.module.css';
import type { Tree } from '../tree.ts';
import { WithoutECF } from './without-ecf.tsx';

type Vista = Forma | 'xml';

const vistas = [
  ...(Object.keys(formas) as Forma[]).map((value) => ({ value, label: formas[value] })),
  { value: 'xml', label: 'XML' },
] as const;

interface Props {
  /** The body to be issued. */
  body: Tree;
  onClose: () => void;
}

/** An invoice before it is issued: its pages, and its XML. */
export function PreviewDialog({ body, onClose }: Props) {
  const [vista, setVista] = useState<Vista>('carta');
  const forma = vista === 'xml' ? 'carta' : vista;
  const { data, error } = useQuery({
    queryKey: ['borrador', 'vista-previa', forma],
    meta: notLive,
    queryFn: ({ signal }) => preview({ body, query: { forma }, signal }),
    gcTime: 0,
  });
  return (
    <Dialog title="Vista previa" width={760} atTop onClose={onClose}>
      <div className={styles.preview}>
        <Segmented label="Vista" options={vistas} value={vista} onChange={setVista} />
        <p className={text.quiet}>
          {vista === 'xml'
            ? 'Sin firmar: el eNCF, la fecha de firma y la firma se agregan al emitir.'
            : 'El eNCF, el código QR y el código de seguridad se asignan al emitir.'}
        </p>
        <WithoutECF body={body} forma={forma} />
        {error ? (
          <Banner>{`Error al preparar la vista previa: ${messageOf(error)}`}</Banner>
        ) : data === undefined ? (
          <Skeleton rows={10} label="Preparando la vista previa..." />
        ) : vista === 'xml' ? (
          <TextBlock language="xml" text={indentXml(data.xml)} />
        ) : (
          <Suspense fallback={<Skeleton rows={10} label="Preparando la vista previa..." />}>
            <PrintedPages {...data} forma={vista} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
