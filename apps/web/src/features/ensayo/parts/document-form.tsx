import { Button, Textarea } from '@mantine/core';
import { featureConstants } from '@timbre/contract/tables';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { formatBytes, formatCounted } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { FileChoice } from '../../../ui/file-choice.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { readExample } from '../api.ts';
import styles from '../ensayo.module.css';

const { maximoDelXml } = featureConstants.ensayo;

interface Props {
  busy: boolean;
  /** Why the last document was not examined. */
  failure: unknown;
  /** Called when the document changes: the last result no longer applies. */
  onChange: () => void;
  onSend: (xml: Blob) => void;
}

/** Takes a document: pasted, dropped, selected, or the server's example. */
export function DocumentForm({ busy, failure, onChange, onSend }: Props) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const dropping = useFileDrop(([first]) => choose(first));
  const [fault, setFault] = useState<string>();
  const [unread, setUnread] = useState<unknown>();
  const input = useRef<HTMLInputElement>(null);
  const waitS = useWait(failure);
  const maySend = waitS === 0 && !busy;

  function change(next: { text?: string; file?: File }) {
    setText(next.text ?? '');
    setFile(next.file);
    setFault(undefined);
    setUnread(undefined);
    if (input.current && !next.file) input.current.value = '';
    onChange();
  }

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const wrong = faultOf(chosen);
    change(wrong ? {} : { file: chosen });
    setFault(wrong);
    if (!wrong && maySend) onSend(chosen);
  }

  async function tryExample(alterado: boolean) {
    try {
      const xml = await readExample(alterado);
      change({ text: xml });
      if (maySend) onSend(new Blob([xml]));
    } catch (error) {
      setUnread(error);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const xml = file ?? new Blob([text]);
    const wrong = file || text.trim() !== '' ? faultOf(xml) : 'Pegue un XML o elija un archivo.';
    setFault(wrong);
    if (!wrong && maySend) onSend(xml);
  }

  const message = fault ?? (unread ? messageOf(unread) : failure ? messageOf(failure) : undefined);
  const wait = waitS > 0 ? ` Podrá ensayar de nuevo en ${formatCounted(waitS, 'segundo')}.` : '';
  return (
    <form
      className={`${card.card} ${fileDrop.form} ${styles.form}`}
      aria-label="Comprobante por ensayar"
      noValidate
      onSubmit={submit}
      {...dropping}
    >
      <Textarea
        label="XML del e-CF o del resumen (RFCE)"
        placeholder="Pegue aquí el XML completo: <ECF>…</ECF>"
        classNames={{ input: styles.xml ?? '', root: styles.field ?? '' }}
        rows={7}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <FileChoice
        ref={input}
        accept=".xml,text/xml,application/xml"
        pick={file ? 'Cambiar archivo' : 'Elegir archivo XML'}
        chosen={file}
        fault={message && `${message}${wait}`}
        onChoose={([chosen]) => choose(chosen)}
      >
        {`En UTF-8 y de hasta ${formatBytes(maximoDelXml)}. Se mira en este servidor y se olvida.${wait}`}
      </FileChoice>
      <div className={styles.actions}>
        <ActionButton type="submit" variant="filled" loading={busy} disabled={waitS > 0}>
          Ensayar
        </ActionButton>
        <Button onClick={() => tryExample(false)}>Probar con un ejemplo</Button>
        <Button onClick={() => tryExample(true)}>Ejemplo alterado</Button>
      </div>
    </form>
  );
}

/** Returns the error of a file that can be detected without reading it. */
function faultOf({ size }: Blob): string | undefined {
  if (size === 0) return 'El archivo está vacío.';
  if (size > maximoDelXml) return `Pesa ${formatBytes(size)}; el máximo es ${formatBytes(maximoDelXml)}.`;
  return undefined;
}

/** Seconds left to wait as requested by the server, counting down. */
function useWait(failure: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const ms = failure instanceof Refusal ? (failure.retryAfterMs ?? 0) : 0;
    const until = Date.now() + ms;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    tick();
    if (ms === 0) return undefined;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
