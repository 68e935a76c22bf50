import { Button } from '@mantine/core';
import { type AccountMapping, accountCounts, emptyMapping } from '@timbre/reports';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { chooseFile } from '../../../lib/files.ts';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { UserFacingError } from '../../../lib/user-facing-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { toast } from '../../../ui/toast.tsx';
import { readMappingFile } from '../api.ts';
import styles from '../mapeo.module.css';
import type { UseMapeo } from '../use-mapeo.ts';

interface Options {
  rnc: string;
  /** The only part to import; undefined: all parts of the file. */
  parte?: keyof AccountMapping;
  change: UseMapeo['change'];
}

/** The names of the parts of a mapping. */
export const partes: Readonly<Record<keyof AccountMapping, string>> = {
  mapping606: 'Mapeo del 606',
  mapping607: 'Mapeo del 607',
  mapeoTipos606: 'Tipos de bienes y servicios (606)',
  mapeoTipos607: 'Tipos de ingresos (607)',
};

/** Reads a file with a mapping and asks before it replaces the current one. */
export function useImport({ rnc, parte, change }: Options) {
  const [file, setFile] = useState<File>();
  const reading = useMutation({
    async mutationFn(chosen: File): Promise<ReadFile> {
      const form = new FormData();
      form.set('archivo', chosen);
      const { partes: fileParts, descartes } = await readMappingFile({ params: { rnc }, form });
      const read = fileParts as Partial<AccountMapping>;
      if (parte === undefined) return { read, descartes };
      if (read[parte] === undefined)
        throw new UserFacingError(`Archivo no válido: no contiene ${partes[parte].toLowerCase()}`);
      return { read: { [parte]: read[parte] }, descartes };
    },
  });
  return {
    async choose() {
      const chosen = await chooseFile(parte === undefined ? '.json,.xlsx,.xls,.csv' : '.json');
      if (chosen === undefined) return;
      setFile(chosen);
      reading.mutate(chosen);
    },
    dialog: file && (
      <ImportDialog
        name={file.name}
        data={reading.data}
        error={reading.error}
        onReplace={(read) => change((before) => ({ ...before, ...read }))}
        onClose={() => setFile(undefined)}
      />
    ),
  };
}

interface ReadFile {
  readonly read: Partial<AccountMapping>;
  /** The parts of the file that are ignored, in words. */
  readonly descartes: readonly string[];
}

interface DialogProps {
  name: string;
  /** Undefined while the file is read, and after a failure. */
  data: ReadFile | undefined;
  error: Error | null;
  onReplace: (read: Partial<AccountMapping>) => void;
  onClose: () => void;
}

function ImportDialog({ name, data, error, onReplace, onClose }: DialogProps) {
  const counts = data && accountCounts({ ...emptyMapping, ...data.read });
  return (
    <Dialog title={`Importar ${name}`} onClose={onClose}>
      <div className={styles.form}>
        {!data && !error && <p role="status">Leyendo el archivo…</p>}
        {error && <Banner>{`Error al importar el archivo: ${messageOf(error)}`}</Banner>}
        {data && counts && (
          <>
            <p>El archivo toma el lugar de lo que hay ahora en:</p>
            <ul className={styles.counts}>
              {(Object.keys(data.read) as (keyof AccountMapping)[]).map((part) => (
                <li key={part}>
                  {partes[part]}: {formatCounted(counts[part], 'cuenta')}
                </li>
              ))}
            </ul>
            {data.descartes.length > 0 && (
              <Banner tone="warn" title="No se toma">
                {data.descartes.join('; ')}
              </Banner>
            )}
          </>
        )}
        <div className={form.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="filled"
            disabled={data === undefined}
            onClick={() => {
              onReplace(data?.read ?? {});
              onClose();
              toast('Mapeo importado: falta guardarlo');
            }}
          >
            Reemplazar
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
