import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { featureConstants } from '@timbre/contract/tables';
import { useRef, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import { FileChoice } from '../../../ui/file-choice.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import type { TipoConciliado } from './queries.ts';

const { maximoDeTxt } = featureConstants.reportes;

interface Props {
  tipo: TipoConciliado;
  file: File | undefined;
  reading: boolean;
  /** Why the server refused the file. */
  refusal: string | undefined;
  onChange: (file: File | undefined) => void;
}

/** Selects a TXT that was filed, to be compared instead of the one generated from the current data. */
export function TxtChoice({ tipo, file, reading, refusal, onChange }: Props) {
  const [wrong, setWrong] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const dropping = useFileDrop(([first]) => choose(first));

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const fault = faultOf(chosen);
    setWrong(fault);
    onChange(fault ? undefined : chosen);
  }
  function clear() {
    if (input.current) input.current.value = '';
    setWrong(undefined);
    onChange(undefined);
  }

  const message = wrong ?? refusal;
  return (
    <form className={`${card.card} ${fileDrop.form}`} aria-label="TXT presentado" {...dropping}>
      <IconFileText className={fileDrop.icon} size={32} stroke={1.4} aria-hidden="true" />
      <FileChoice
        ref={input}
        accept=".txt"
        pick={file ? 'Cambiar archivo' : 'Comparar con un TXT presentado'}
        chosen={file}
        fault={message}
        live
        onChoose={([chosen]) => {
          choose(chosen);
          if (input.current) input.current.value = '';
        }}
      >
        {reading
          ? 'Leyendo el archivo…'
          : `El TXT del ${tipo} de este mes, hecho por Timbre o por otro programa, hasta ${formatBytes(maximoDeTxt)}. Solo se compara: no se guarda.`}
      </FileChoice>
      {(file || message) && <Button onClick={clear}>Quitar el archivo</Button>}
    </form>
  );
}

/** The error of a file that can be detected without reading it. The server checks its content. */
function faultOf({ name, size }: File): string | undefined {
  if (!/\.txt$/i.test(name)) return `«${name}» no es un archivo .txt`;
  if (size === 0) return `«${name}» está vacío`;
  if (size > maximoDeTxt) return `«${name}» pesa ${formatBytes(size)}; el máximo es ${formatBytes(maximoDeTxt)}`;
  return undefined;
}
