import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatBytes } from '../lib/format.ts';
import { useMutation } from '../lib/mutation.ts';
import { ActionButton } from './action-button.tsx';
import card from './card.module.css';
import { Facts } from './facts.tsx';
import fileDrop from './file-drop.module.css';
import { useFileDrop } from './use-file-drop.ts';
import styles from './workbook-form.module.css';

interface Props {
  /** The label of its button. */
  submit: string;
  /** A workbook is open: the form is collapsed into a button with this label. */
  another?: string | undefined;
  maxBytes: number;
  /** Endings of the files that it takes; workbooks of Excel without macros where left out. */
  endings?: readonly string[];
  /** Why this user may not upload one. */
  refusal: string | undefined;
  onUpload: (workbook: File) => Promise<unknown>;
  failureOf: (error: Error) => string;
  /** Facts shown next to the size limit. */
  facts?: readonly ReactNode[];
  /** Options of the upload. */
  children?: ReactNode;
}

/** Choices as a text: `.xlsx o .xls`. */
const anyOf = (choices: readonly string[]): string =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format(choices);

const workbookEndings = ['.xlsx', '.xls'] as const;

/** Selects a workbook, with the file chooser or by drag and drop, and uploads it. */
export function WorkbookForm(props: Props) {
  const { submit, another, maxBytes, refusal, onUpload, failureOf, facts = [], children } = props;
  const { endings = workbookEndings } = props;
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const [unfolded, setUnfolded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const upload = useMutation({
    mutationFn: onUpload,
    onSuccess: () => {
      setFile(undefined);
      setUnfolded(false);
      if (input.current) input.current.value = '';
    },
  });

  function choose(chosen: File | undefined) {
    if (!chosen || refusal) return;
    upload.reset();
    const fault = faultOf(chosen, maxBytes, endings);
    setWrong(fault);
    setFile(fault ? undefined : chosen);
    setUnfolded(true);
    if (!fault) button.current?.focus();
  }

  const dropping = useFileDrop(([first]) => choose(first));
  if (another !== undefined && !unfolded) {
    return (
      <section className={`${card.card} ${fileDrop.form}`} aria-label="Libro de Excel" {...dropping}>
        <div className={styles.options}>{children}</div>
        <Button
          disabled={refusal !== undefined}
          title={refusal}
          leftSection={<IconFileSpreadsheet size={16} />}
          onClick={() => {
            setUnfolded(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        >
          {another}
        </Button>
      </section>
    );
  }

  const message = wrong ?? (upload.error ? failureOf(upload.error) : undefined);
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
            accept={endings.join(',')}
            disabled={refusal !== undefined}
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
          {message ?? refusal ?? <Facts of={[`${anyOf(endings)}, hasta ${formatBytes(maxBytes)}`, ...facts]} />}
        </p>
      </div>
      <div className={styles.options}>{children}</div>
      <ActionButton
        ref={button}
        type="submit"
        variant="filled"
        loading={upload.isPending}
        disabled={refusal !== undefined}
        title={refusal}
      >
        {submit}
      </ActionButton>
    </form>
  );
}

/** Returns the error of a file that can be detected without reading it. The server checks its content. */
function faultOf({ name, size }: File, maxBytes: number, endings: readonly string[]): string | undefined {
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending)))
    return `«${name}» no es un libro de Excel (${anyOf(endings)})`;
  if (size === 0) return `«${name}» está vacío`;
  if (size > maxBytes) return `«${name}» pesa ${formatBytes(size)}; el máximo es ${formatBytes(maxBytes)}`;
  return undefined;
}
