import { IconFileImport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { FileChoice } from '../../../ui/file-choice.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { upload } from '../api.ts';
import styles from './drop-place.module.css';

/** Maximum number of files at once. */
const mostFiles = 500;

/** The outcome of a file. */
interface Outcome {
  readonly file: string;
  readonly resultado: 'nueva' | 'repetida' | 'rechazada' | 'fallo';
  readonly words: string;
}

/** Takes XML files, many at once, sends them one after the other, and reports the outcomes. */
export function DropPlace() {
  const client = useQueryClient();
  const { noEmite } = useSesion();
  const dropping = useFileDrop((files) => void take(files));
  const [left, setLeft] = useState(0);
  const [wrong, setWrong] = useState<string>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const input = useRef<HTMLInputElement>(null);

  async function take(files: readonly File[]) {
    if (noEmite || left > 0) return;
    const fault = faultOf(files);
    setWrong(fault);
    if (fault) return;
    setOutcomes([]);
    for (const [i, file] of files.entries()) {
      setLeft(files.length - i);
      const outcome = await send(file);
      setOutcomes((before) => [...before, outcome]);
    }
    setLeft(0);
    if (input.current) input.current.value = '';
    void client.invalidateQueries({ queryKey: ['recibidas'] });
  }

  const counted = (resultado: Outcome['resultado']) => outcomes.filter((one) => one.resultado === resultado).length;
  const faults = outcomes.filter(({ resultado }) => resultado === 'rechazada' || resultado === 'fallo');
  return (
    <>
      <form className={`${card.card} ${fileDrop.form}`} aria-label="Archivos XML recibidos" {...dropping}>
        <IconFileImport className={fileDrop.icon} size={32} stroke={1.4} aria-hidden="true" />
        <FileChoice
          ref={input}
          accept=".xml"
          multiple
          disabled={noEmite !== undefined || left > 0}
          pick="Cargar XML"
          chosen="o arrastre aquí los archivos de sus proveedores"
          fault={wrong}
          live
          onChoose={(files) => void take(files)}
        >
          {left > 0
            ? `Cargando: ${formatCounted(left, 'archivo por cargar', 'archivos por cargar')}`
            : (noEmite ?? 'Se comprueba la firma, la estructura y que el comprador sea su empresa.')}
        </FileChoice>
      </form>
      {left === 0 && outcomes.length > 0 && (
        <Banner
          tone={faults.length > 0 ? 'warn' : 'ok'}
          title={`${formatCounted(counted('nueva'), 'factura recibida', 'facturas recibidas')}.`}
          onDismiss={() => setOutcomes([])}
        >
          {counted('repetida') > 0 && `${formatCounted(counted('repetida'), 'ya estaba', 'ya estaban')}. `}
          {faults.length > 0 &&
            `${formatCounted(faults.length, 'archivo no se recibió', 'archivos no se recibieron')}:`}
        </Banner>
      )}
      {left === 0 && faults.length > 0 && (
        <ul className={`${card.card} ${styles.faults}`} aria-label="Archivos que no se recibieron">
          {faults.map(({ file, words }) => (
            <li key={file}>
              <b>{file}</b> {words}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function faultOf(files: readonly File[]): string | undefined {
  if (files.length === 0) return 'Elija los archivos XML.';
  if (files.length > mostFiles) return `Cargue hasta ${mostFiles} archivos a la vez.`;
  const other = files.find(({ name }) => !/\.xml$/i.test(name));
  return other && `«${other.name}» no es un archivo XML.`;
}

async function send(file: File): Promise<Outcome> {
  const form = new FormData();
  form.append('xml', file);
  try {
    const { resultado, detalle } = await upload({ form });
    return { file: file.name, resultado, words: detalle ?? '' };
  } catch (error) {
    return { file: file.name, resultado: 'fallo', words: messageOf(error) };
  }
}
