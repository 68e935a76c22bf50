import { IconFileUpload } from '@tabler/icons-react';
import { featureConstants } from '@timbre/contract/tables';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { FileChoice } from '../../../ui/file-choice.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { type Estado, uploadRegistro } from '../api.ts';

const { maximoDelArchivo } = featureConstants.contribuyentes;

interface Props {
  /** A register is being imported: another cannot be uploaded. */
  running: boolean;
  onUploaded: (estado: Estado) => void;
}

/** Selects the DGII's file, with the file chooser or by drag and drop, and uploads it. */
export function UploadForm({ running, onUploaded }: Props) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const dropping = useFileDrop(([first]) => choose(first));
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const form = new FormData();
      form.append('archivo', chosen);
      return uploadRegistro({ form });
    },
    onSuccess: (estado) => {
      setFile(undefined);
      if (input.current) input.current.value = '';
      onUploaded(estado);
    },
  });

  function choose(chosen: File | undefined) {
    if (!chosen || running) return;
    upload.reset();
    const fault = faultOf(chosen);
    setWrong(fault);
    setFile(fault ? undefined : chosen);
  }
  const message = wrong ?? (upload.error ? `No se pudo subir el archivo: ${messageOf(upload.error)}` : undefined);
  return (
    <form
      className={`${card.card} ${fileDrop.form}`}
      aria-label="Archivo de la DGII"
      {...dropping}
      onSubmit={(event) => {
        event.preventDefault();
        if (file) upload.mutate(file);
        else setWrong('Elija el archivo DGII_RNC.zip o DGII_RNC.TXT.');
      }}
    >
      <IconFileUpload className={fileDrop.icon} size={32} stroke={1.4} aria-hidden="true" />
      <FileChoice
        ref={input}
        accept=".zip,.txt"
        disabled={running}
        pick={file ? 'Cambiar archivo' : 'Elegir archivo'}
        chosen={file}
        fault={message}
        onChoose={([chosen]) => choose(chosen)}
      >
        {`DGII_RNC.zip, como lo publica la DGII en su portal, o DGII_RNC.TXT, hasta ${formatBytes(maximoDelArchivo)}. El registro anterior se usa hasta que el nuevo esté completo.`}
      </FileChoice>
      <ActionButton type="submit" variant="filled" loading={upload.isPending} disabled={running}>
        Importar registro
      </ActionButton>
    </form>
  );
}

/** The error of a file that can be detected without reading it. The server checks its content. */
function faultOf({ name, size }: File): string | undefined {
  if (!/\.(zip|txt)$/i.test(name)) return `«${name}» no es DGII_RNC.zip ni DGII_RNC.TXT`;
  if (size === 0) return `«${name}» está vacío`;
  if (size > maximoDelArchivo)
    return `«${name}» pesa ${formatBytes(size)}; el máximo es ${formatBytes(maximoDelArchivo)}. Suba el .zip tal como lo publica la DGII.`;
  return undefined;
}
