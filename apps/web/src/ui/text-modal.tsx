import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Dialog } from './dialog.tsx';
import { Skeleton } from './skeleton.tsx';
import { TextBlock } from './text-block.tsx';
import styles from './text-modal.module.css';
import { toast } from './toast.tsx';

interface Props {
  title: string;
  onClose: () => void;
  /** The text; undefined while it loads. */
  text: string | undefined;
  language: 'xml' | 'json';
  /** The text to copy, if it differs from the one shown. */
  exact?: string | undefined;
  /** The error, shown instead of the text. */
  failure?: string | undefined;
  onDownload: () => void;
  children?: ReactNode;
}

/** A dialog with a document's text to read, copy and download. */
export function TextModal({ title, onClose, text, language, exact = text, failure, onDownload, children }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(exact ?? '');
      toast('¡Copiado al portapapeles!');
    } catch {
      toast('No se pudo copiar al portapapeles', 'bad');
    }
  }

  return (
    <Dialog title={title} width={880} onClose={onClose}>
      {children}
      {failure ? (
        <Banner>{failure}</Banner>
      ) : text === undefined ? (
        <Skeleton rows={8} height={28} />
      ) : (
        <TextBlock language={language} text={text} />
      )}
      <div className={styles.actions}>
        <Button leftSection={<IconCopy size={16} />} disabled={exact === undefined} onClick={copy}>
          Copiar
        </Button>
        <Button leftSection={<IconDownload size={16} />} disabled={text === undefined} onClick={onDownload}>
          Descargar
        </Button>
      </div>
    </Dialog>
  );
}
