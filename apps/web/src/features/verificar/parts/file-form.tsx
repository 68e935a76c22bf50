import { featureConstants } from '@timbre/contract/tables';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatBytes } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { FileChoice } from '../../../ui/file-choice.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { useFileDrop } from '../../../ui/use-file-drop.ts';

const { maximoPorVerificar } = featureConstants.verificar;

interface Props {
  busy: boolean;
  /** Why the last file was not checked. */
  failure: unknown;
  /** Nothing could be verified in the last file: its signature, or the file that it signs, may be missing. */
  isIncomplete: boolean;
  /** Called when other files are selected: the last result no longer applies. */
  onChange: () => void;
  onSend: (files: readonly File[]) => void;
}

/** Takes a signed file, or a detached signature and the file that it signs, in any order. */
export function FileForm({ busy, failure, isIncomplete, onChange, onSend }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const dropping = useFileDrop(choose);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function choose(chosen: readonly File[]) {
    if (chosen.length === 0) return;
    // A signature alone requires the file that it signs, which may be added afterwards.
    const isOne = chosen.length === 1 && files.length === 1;
    const isRest = isOne && isIncomplete && isDetached(files[0]!) !== isDetached(chosen[0]!);
    const together = isRest ? [...files, ...chosen] : chosen;
    const wrong = faultOf(together);
    setFault(wrong);
    setFiles(wrong ? [] : together);
    if (input.current) input.current.value = '';
    onChange();
    if (!wrong && !busy) onSend(together);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (files.length === 0) setFault('Elija un archivo firmado.');
    else if (!busy) onSend(files);
  }

  const message = fault ?? (failure ? messageOf(failure) : undefined);
  return (
    <form
      className={`${card.card} ${fileDrop.form}`}
      aria-label="Archivo por verificar"
      noValidate
      onSubmit={submit}
      {...dropping}
    >
      <FileChoice
        ref={input}
        multiple
        pick={files.length > 0 ? 'Elegir otro archivo' : 'Elegir archivo firmado'}
        chosen={files.length > 0 ? files.map(({ name }) => name).join(' y ') : undefined}
        fault={message}
        onChoose={choose}
      >
        {`De hasta ${formatBytes(maximoPorVerificar)}. Con un .p7s, elija también el archivo que firma. Se mira en este servidor y se olvida.`}
      </FileChoice>
      <ActionButton type="submit" variant="filled" loading={busy}>
        Verificar
      </ActionButton>
    </form>
  );
}

const isDetached = ({ name }: File): boolean => /\.p7s$/i.test(name);

/** Returns the error of files that can be detected without reading them. */
function faultOf(files: readonly File[]): string | undefined {
  if (files.length > 2) return 'Elija un archivo, o dos si uno es la firma (.p7s) del otro.';
  const empty = files.find(({ size }) => size === 0);
  if (empty) return `«${empty.name}» está vacío.`;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > maximoPorVerificar) return `Pesa ${formatBytes(size)}; el máximo es ${formatBytes(maximoPorVerificar)}.`;
  return undefined;
}
