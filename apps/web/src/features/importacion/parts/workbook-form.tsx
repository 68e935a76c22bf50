import { Button } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import type { importacion } from '@timbre/contract';
import { featureConstants } from '@timbre/contract/tables';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { Facts } from '../../../ui/facts.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { useSesion } from '../../sesion/use-sesion.ts';
import { createImportacion, readSample } from '../api.ts';
import styles from './workbook-form.module.css';

const { limitesDelLibro } = featureConstants.importacion;

interface Props {
  /** The open import, if there is one. */
  open: importacion.Importacion | undefined;
  onCreated: (id: string) => void;
  children: ReactNode;
}

/**
 * Selects a workbook, with the file chooser or by drag and drop, and uploads it. While an import is open it is folded.
 */
export function WorkbookForm({ open, onCreated, children }: Props) {
  const { noEmite } = useSesion();
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const [over, setOver] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);

  const upload = useMutation({
    mutationFn: (workbook: File) => {
      const form = new FormData();
      form.append('archivo', workbook);
      return createImportacion({ form });
    },
    onSuccess: ({ id }) => {
      setFile(undefined);
      setUnfolded(false);
      if (input.current) input.current.value = '';
      onCreated(id);
    },
  });
  const sample = useMutation({
    mutationFn: async () => saveFile(await readSample({}), 'muestra.xlsx'),
  });

  function choose(chosen: File | undefined) {
    if (!chosen || noEmite) return;
    upload.reset();
    const fault = faultOf(chosen);
    setWrong(fault);
    setFile(fault ? undefined : chosen);
    setUnfolded(true);
    if (!fault) submit.current?.focus();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  }

  const dropping = {
    'data-over': over,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  };
  if (open && !unfolded) {
    return (
      <section className={`${card.card} ${fileDrop.form}`} aria-label="Libro de Excel" {...dropping}>
        <div className={styles.options}>{children}</div>
        <Button
          disabled={noEmite !== undefined}
          title={noEmite}
          leftSection={<IconFileSpreadsheet size={16} />}
          onClick={() => {
            setUnfolded(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        >
          Procesar otro libro
        </Button>
      </section>
    );
  }

  const message = wrong ?? (upload.error ? `Error al procesar el archivo: ${messageOf(upload.error)}` : undefined);
  return (
    <form
      className={`${card.card} ${fileDrop.form}`}
      {...dropping}
      onSubmit={(event) => {
        event.preventDefault();
        if (file) upload.mutate(file);
        else setWrong('Debe seleccionar un archivo Excel.');
      }}
    >
      <IconFileSpreadsheet className={fileDrop.icon} size={32} stroke={1.4} aria-hidden="true" />
      <div className={fileDrop.choice}>
        <label>
          <input
            ref={input}
            type="file"
            accept=".xlsx,.xls"
            disabled={noEmite !== undefined}
            aria-describedby="libro-ayuda"
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
          <span className={fileDrop.pick}>{file ? 'Cambiar archivo' : 'Elegir archivo Excel'}</span>
          <span className={fileDrop.name}>
            {file ? `${file.name} · ${formatBytes(file.size)}` : 'o arrástrelo aquí'}
          </span>
        </label>
        <p
          id="libro-ayuda"
          className={fileDrop.help}
          data-bad={message !== undefined}
          role={message ? 'alert' : undefined}
        >
          {message ?? noEmite ?? (
            <Facts
              of={[
                `.xlsx o .xls, hasta ${formatBytes(limitesDelLibro.bytes)}`,
                <button
                  key="muestra"
                  type="button"
                  className={styles.link}
                  onClick={() => sample.mutate()}
                  disabled={sample.isPending}
                >
                  <IconDownload size={14} aria-hidden="true" /> Descargar un libro de muestra
                </button>,
                ...(sample.error ? [messageOf(sample.error)] : []),
              ]}
            />
          )}
        </p>
      </div>
      <div className={styles.options}>{children}</div>
      <ActionButton
        ref={submit}
        type="submit"
        variant="filled"
        loading={upload.isPending}
        disabled={noEmite !== undefined}
        title={noEmite}
      >
        Procesar Excel
      </ActionButton>
    </form>
  );
}

/** Gives the error of a file that can be found without reading it. The server checks its content. */
function faultOf({ name, size }: File): string | undefined {
  if (!/\.xlsx?$/i.test(name)) return `«${name}» no es un libro de Excel (.xlsx o .xls)`;
  if (size === 0) return `«${name}» está vacío`;
  if (size > limitesDelLibro.bytes) {
    return `«${name}» pesa ${formatBytes(size)}; el máximo es ${formatBytes(limitesDelLibro.bytes)}`;
  }
  return undefined;
}
