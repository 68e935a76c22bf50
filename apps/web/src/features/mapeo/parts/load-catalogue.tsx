import { Button, NativeSelect } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { featureConstants } from '@timbre/contract/tables';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { chooseFile } from '../../../lib/files.ts';
import { formatBytes, formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { UserFacingError } from '../../../lib/user-facing-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { toast } from '../../../ui/toast.tsx';
import { WorkbookNotes } from '../../../ui/workbook-notes.tsx';
import { type LibroDeCuentas, readBook } from '../api.ts';
import styles from '../mapeo.module.css';
import type { useCatalogo } from '../use-mapeo.ts';
import { SheetPreview } from './sheet-preview.tsx';

const { maximoDeArchivo, filasDeVista } = featureConstants.mapeo;

interface Props {
  rnc: string;
  refusal: string | undefined;
  catalogo: Pick<ReturnType<typeof useCatalogo>, 'cuentas' | 'store'>;
  variant?: 'filled';
}

/** Reads a workbook, or one of its sheets. @throws Refusal, UserFacingError */
export function uploadBook(
  rnc: string,
  file: File,
  hoja?: string,
  filasOcultas?: 'leer' | 'omitir',
): Promise<LibroDeCuentas> {
  if (file.size > maximoDeArchivo)
    throw new UserFacingError(
      `«${file.name}» pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(maximoDeArchivo)}`,
    );
  const form = new FormData();
  form.set('archivo', file);
  if (hoja !== undefined) form.set('hoja', hoja);
  if (filasOcultas !== undefined) form.set('filasOcultas', filasOcultas);
  return readBook({ params: { rnc }, form });
}

/** A button that reads a workbook of accounts and shows it before it replaces the catalogue. */
export function LoadCatalogue({ rnc, refusal, catalogo, variant }: Props) {
  const [file, setFile] = useState<File>();
  const reading = useMutation({
    mutationFn: ({ chosen, hoja, filasOcultas }: { chosen: File; hoja?: string; filasOcultas?: 'leer' | 'omitir' }) =>
      uploadBook(rnc, chosen, hoja, filasOcultas),
  });
  const storing = useMutation({
    mutationFn: ({ cuentas }: LibroDeCuentas) => catalogo.store(cuentas),
    onSuccess: (_, { cuentas }) => {
      setFile(undefined);
      toast(`Catálogo cargado: ${formatCounted(cuentas.length, 'cuenta')}`);
    },
  });
  async function choose() {
    const chosen = await chooseFile('.xlsx,.xlsm,.xls,.csv');
    if (chosen === undefined) return;
    storing.reset();
    setFile(chosen);
    reading.mutate({ chosen });
  }
  const book = reading.data;
  return (
    <>
      <Button
        {...(variant && { variant })}
        leftSection={<IconFileSpreadsheet size={16} />}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => void choose()}
      >
        Cargar Excel
      </Button>
      {file && (
        <Dialog title={`Catálogo de ${file.name}`} width={760} onClose={() => setFile(undefined)}>
          <div className={styles.form}>
            {reading.isPending && <p role="status">Leyendo el archivo…</p>}
            {reading.error && <Banner>{`Error procesando Excel: ${messageOf(reading.error)}`}</Banner>}
            {book && (
              <>
                <NativeSelect
                  label="Hoja"
                  value={book.hoja}
                  disabled={book.hojas.length < 2}
                  data={book.hojas}
                  onChange={(event) => reading.mutate({ chosen: file, hoja: event.currentTarget.value })}
                />
                <SheetPreview rows={book.vista.slice(0, filasDeVista)} label="Primeras filas de la hoja" />
                <WorkbookNotes
                  notes={book}
                  readsHidden={reading.variables?.filasOcultas === 'leer'}
                  onReadHidden={(wanted) =>
                    reading.mutate({ chosen: file, hoja: book.hoja, filasOcultas: wanted ? 'leer' : 'omitir' })
                  }
                />
                {book.falta ? (
                  <Banner title="Error procesando Excel">{book.falta}</Banner>
                ) : (
                  <p role="status">
                    {formatCounted(book.cuentas.length, 'cuenta')} en la hoja.
                    {catalogo.cuentas.length > 0 &&
                      ` Toman el lugar de las ${formatCounted(catalogo.cuentas.length, 'cuenta')} del catálogo.`}
                  </p>
                )}
              </>
            )}
            <FailureNotice title="No se guardó el catálogo." error={storing.error} />
            <div className={form.actions}>
              <Button onClick={() => setFile(undefined)}>Cancelar</Button>
              <ActionButton
                variant="filled"
                disabled={!book || book.falta !== null}
                loading={storing.isPending}
                onClick={() => book && storing.mutate(book)}
              >
                Usar este catálogo
              </ActionButton>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
