import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { featureConstants } from '@timbre/contract/tables';
import { type FormEvent, useRef, useState } from 'react';
import { formatBytes, formatCounted } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { FileChoice } from '../../../ui/file-choice.tsx';
import fileDrop from '../../../ui/file-drop.module.css';
import { Segmented } from '../../../ui/segmented.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { type Esquina, formatOf, type Options } from '../api.ts';
import styles from '../firmado.module.css';
import type { Item } from '../use-signing.ts';

const { esquinas, maximoDelArchivo } = featureConstants.firmado;

/** Maximum number of files at once: they are in the memory of the browser until they are saved. */
const mostFiles = 100;

interface Props {
  items: readonly Item[];
  busy: boolean;
  onChoose: (files: readonly File[]) => void;
  onSign: (options: Options) => void;
}

/** Takes files, dropped or selected, and the options of their signing. */
export function SignForm({ items, busy, onChoose, onSign }: Props) {
  const [incluirFecha, setIncluirFecha] = useState(true);
  const [stamped, setStamped] = useState(false);
  const [esquina, setEsquina] = useState<Esquina>('abajo-derecha');
  const [place, setPlace] = useState<'1' | 'ultima' | 'otra'>('1');
  const [number, setNumber] = useState('2');
  const [separada, setSeparada] = useState(false);
  const dropping = useFileDrop(choose);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const has = (format: string) => items.some(({ file }) => formatOf(file.name) === format);
  const left = items.filter(({ estado }) => estado !== 'firmado');
  const pagina = place === 'otra' ? number : place;
  const isPage = /^([1-9]\d{0,2}|ultima)$/.test(pagina);

  function choose(files: readonly File[]) {
    if (files.length === 0) return;
    const wrong = faultOf(files);
    setFault(wrong);
    onChoose(wrong ? [] : files);
    // The same file may be selected again.
    if (input.current) input.current.value = '';
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (items.length === 0) return setFault('Elija los archivos que quiere firmar.');
    if (busy || left.length === 0 || (stamped && !isPage)) return;
    onSign({ incluirFecha, sello: stamped ? { esquina, pagina } : undefined, separada });
  }

  return (
    <form
      className={`${card.card} ${fileDrop.form} ${styles.form}`}
      aria-label="Archivos por firmar"
      noValidate
      onSubmit={submit}
      {...dropping}
    >
      <FileChoice
        ref={input}
        multiple
        accept=".pdf,.xml,.txt"
        pick={items.length > 0 ? 'Cambiar archivos' : 'Elegir archivos'}
        chosen={items.length > 0 ? formatCounted(items.length, 'archivo') : 'o arrástrelos aquí'}
        fault={fault}
        onChoose={choose}
      >
        {`pdf (hasta 200 páginas), xml o txt, de hasta ${formatBytes(maximoDelArchivo)} cada uno y ${mostFiles} a la vez.`}
      </FileChoice>
      <div className={styles.options}>
        <Checkbox
          label="Incluir fecha en la firma"
          description={
            has('xml')
              ? 'Los documentos de la DGII llevan su propia fecha. Un XML de otra clase se firma con la hora (XAdES); sin marcar, con la forma de firma de la DGII.'
              : undefined
          }
          checked={incluirFecha}
          onChange={(event) => setIncluirFecha(event.currentTarget.checked)}
        />
        {has('pdf') && (
          <Checkbox
            label="Sello visible en los PDF"
            description="Con el titular, el RNC y la fecha"
            checked={stamped}
            onChange={(event) => setStamped(event.currentTarget.checked)}
          />
        )}
        {has('pdf') && stamped && (
          <div className={styles.stamp}>
            <NativeSelect
              label="Esquina"
              data={Object.entries(esquinas).map(([value, label]) => ({ value, label }))}
              value={esquina}
              onChange={(event) => setEsquina(event.currentTarget.value as Esquina)}
            />
            <NativeSelect
              label="Página"
              data={[
                { value: '1', label: 'Primera' },
                { value: 'ultima', label: 'Última' },
                { value: 'otra', label: 'Otra' },
              ]}
              value={place}
              onChange={(event) => setPlace(event.currentTarget.value as typeof place)}
            />
            {place === 'otra' && (
              <TextInput
                label="Número de página"
                inputMode="numeric"
                value={number}
                error={isPage ? undefined : 'Escriba un número desde 1'}
                onChange={(event) => setNumber(event.currentTarget.value.trim())}
              />
            )}
          </div>
        )}
        {has('txt') && (
          <div className={styles.text}>
            <span>Firma de los TXT</span>
            <Segmented
              label="Firma de los TXT"
              options={[
                { value: 'dentro', label: 'Con el texto (.p7m)' },
                { value: 'aparte', label: 'Aparte (.p7s)' },
              ]}
              value={separada ? 'aparte' : 'dentro'}
              onChange={(value) => setSeparada(value === 'aparte')}
            />
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <ActionButton type="submit" variant="filled" loading={busy} disabled={items.length > 0 && left.length === 0}>
          Firmar
        </ActionButton>
        <Button
          onClick={() => {
            setFault(undefined);
            onChoose([]);
          }}
        >
          Limpiar
        </Button>
      </div>
    </form>
  );
}

/** Returns the error of files that can be detected without reading them. */
function faultOf(files: readonly File[]): string | undefined {
  if (files.length > mostFiles) return `Son ${files.length} archivos; firme hasta ${mostFiles} a la vez.`;
  for (const { name, size } of files) {
    if (formatOf(name) === undefined) return `«${name}» no es pdf, xml ni txt.`;
    if (size === 0) return `«${name}» está vacío.`;
    if (size > maximoDelArchivo)
      return `«${name}» pesa ${formatBytes(size)}; el máximo es ${formatBytes(maximoDelArchivo)}.`;
  }
  return undefined;
}
