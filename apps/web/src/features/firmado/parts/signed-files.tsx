import { Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconDownload, IconFile, IconFileZip } from '@tabler/icons-react';
import { storedZip } from '@timbre/workbook/zip';
import { saveFile } from '../../../lib/files.ts';
import { formatBytes, formatCounted } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import styles from '../firmado.module.css';
import type { Item } from '../use-signing.ts';

const words = { elegido: 'Por firmar', firmando: 'Firmando…', firmado: 'Firmado', fallido: 'No se firmó' } as const;

/**
 * The selected files, each with its progress and its result. If there are several, all can be downloaded in one
 * package.
 */
export function SignedFiles({ items }: { items: readonly Item[] }) {
  const signed = items.flatMap(({ file, signed: download }) => (download ? [{ file, download }] : []));
  const isOver = items.every(({ estado }) => estado === 'firmado' || estado === 'fallido');

  async function saveAll() {
    const files = signed.map(({ file, download: { blob, name } }) => ({ name: name ?? file.name, blob }));
    saveFile({ blob: await storedZip(files, new Date()), name: undefined }, 'archivos-firmados.zip');
  }

  return (
    <section className={`${card.card} ${styles.result}`} aria-labelledby="firmado-resultado">
      <div className={styles.head}>
        <h2 id="firmado-resultado" className={card.title}>
          {isOver && signed.length > 0 ? 'Resultado' : 'Archivos'}
        </h2>
        <p role="status" className={styles.count}>
          {`${signed.length} de ${formatCounted(items.length, 'archivo')} con firma`}
        </p>
        {signed.length > 1 && (
          <ActionButton leftSection={<IconFileZip size={16} />} onClick={() => void saveAll()}>
            Descargar todos (.zip)
          </ActionButton>
        )}
      </div>
      <ul className={styles.files} aria-label="Archivos elegidos">
        {items.map((item) => (
          <li key={item.id} data-estado={item.estado}>
            <Mark estado={item.estado} />
            <div>
              <p className={styles.name}>{item.signed?.name ?? item.file.name}</p>
              <p className={styles.detail}>
                {item.failure ?? `${words[item.estado]} · ${formatBytes(item.signed?.blob.size ?? item.file.size)}`}
              </p>
            </div>
            {item.signed && (
              <ActionButton
                leftSection={<IconDownload size={16} />}
                aria-label={`Descargar ${item.signed.name ?? item.file.name}`}
                onClick={() => saveFile(item.signed!, item.file.name)}
              >
                Descargar
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ estado }: { estado: Item['estado'] }) {
  if (estado === 'firmando') return <Loader size={18} aria-hidden="true" />;
  const Shape = { elegido: IconFile, firmado: IconCircleCheck, fallido: IconCircleX }[estado];
  return <Shape size={20} stroke={1.8} aria-hidden="true" />;
}
