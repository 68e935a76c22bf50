import { Button, NativeSelect } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  columnLetterChoices,
  type ExcelColumns,
  initialColumns,
  type MappedReport,
  mappingFields,
  readExcelColumns,
  repeatedColumns,
} from '@timbre/reports';
import { useState } from 'react';
import { chooseFile, saveFile } from '../../../lib/files.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { UserFacingError } from '../../../lib/user-facing-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { readColumns, saveColumns } from '../api.ts';
import styles from '../mapeo.module.css';

const columnsKey = ['mapeo', 'columnas'];
/** Maximum size of a columns file, in bytes. */
const mostBytes = 100_000;
const partOf = { '606': 'columnasExcel606', '607': 'columnasExcel607' } as const;

interface Props {
  rnc: string;
  refusal: string | undefined;
  onClose: () => void;
}

/** The column of each field in the workbooks of the 606 and the 607. */
export function ColumnsDialog({ rnc, refusal, onClose }: Props) {
  const client = useQueryClient();
  const [reporte, setReporte] = useState<MappedReport>('606');
  const [chosen, setChosen] = useState<ExcelColumns>();
  const { data, error, refetch } = useQuery({
    queryKey: columnsKey,
    meta: notLive,
    queryFn: ({ signal }) => readColumns({ params: { rnc }, signal }),
    staleTime: 0,
  });
  const columnas: ExcelColumns | undefined = chosen ?? data;
  const applying = useMutation({
    mutationFn: ({ columnasExcel606, columnasExcel607 }: ExcelColumns) =>
      saveColumns({ params: { rnc }, body: { version: data?.version ?? 0, columnasExcel606, columnasExcel607 } }),
    onSuccess(saved, sent) {
      client.setQueryData(columnsKey, { ...saved, ...sent });
      toast('Columnas de Excel aplicadas');
      onClose();
    },
  });
  const importing = useMutation({
    async mutationFn() {
      const file = await chooseFile('.json');
      if (file === undefined) return undefined;
      if (file.size > mostBytes) throw new UserFacingError('El archivo es demasiado grande');
      const read = readExcelColumns(parsed(await file.text()));
      if (read === undefined) throw new UserFacingError('Archivo no válido: no contiene columnas de Excel');
      return read;
    },
    onSuccess(read) {
      if (read === undefined) return;
      setChosen(read);
      toast('Configuración de columnas importada');
    },
  });
  function exportColumns() {
    if (columnas === undefined) return;
    const { columnasExcel606, columnasExcel607 } = columnas;
    const blob = new Blob([JSON.stringify({ columnasExcel606, columnasExcel607 }, null, 2)]);
    saveFile({ blob, name: undefined }, `columnas-excel_${rnc}.json`);
    toast('Configuración de columnas exportada');
  }
  const repeated = columnas ? repeatedColumns(reporte, columnas[partOf[reporte]]) : [];
  return (
    <EditDialog title="Columnas de Excel" width={640} changed={chosen !== undefined} onClose={onClose}>
      {(leave) => (
        <div className={styles.form}>
          <Segmented
            label="Reporte"
            options={[
              { value: '606', label: '606' },
              { value: '607', label: '607' },
            ]}
            value={reporte}
            onChange={setReporte}
          />
          {error && <LoadFailure title="No se pudieron leer las columnas." error={error} onRetry={refetch} />}
          {columnas ? (
            <ul className={styles.letters} aria-label={`Columnas del ${reporte}`}>
              {mappingFields[reporte].map(({ id, nombre, columnaExcel, esConfigurable }) => (
                <li key={id}>
                  <span>
                    {nombre}
                    {!esConfigurable && (
                      <span className={styles.lock} title="Columna obligatoria DGII">
                        <IconLock size={14} aria-hidden="true" /> Columna obligatoria DGII
                      </span>
                    )}
                  </span>
                  <NativeSelect
                    aria-label={`Columna de ${nombre}`}
                    data={[...columnLetterChoices]}
                    value={columnas[partOf[reporte]][id] ?? columnaExcel}
                    disabled={!esConfigurable || refusal !== undefined}
                    onChange={(event) => {
                      const part = partOf[reporte];
                      setChosen({ ...columnas, [part]: { ...columnas[part], [id]: event.currentTarget.value } });
                    }}
                  />
                </li>
              ))}
            </ul>
          ) : (
            !error && <Skeleton rows={6} label="Cargando" />
          )}
          {repeated.length > 0 && (
            <Banner tone="warn" title="Columnas repetidas">
              {repeated.map(({ letra, campos }) => `${letra}: ${campos.join(' y ')}`).join('; ')}
            </Banner>
          )}
          <FailureNotice title="Error al importar configuración" error={importing.error} />
          <FailureNotice title="Error al actualizar columna" error={applying.error} />
          <div className={form.actions}>
            <Button
              disabled={refusal !== undefined}
              onClick={() => {
                setChosen(initialColumns);
                toast('Columnas restablecidas: falta aplicarlas');
              }}
            >
              Restablecer
            </Button>
            <Button onClick={exportColumns}>Exportar</Button>
            <Button disabled={refusal !== undefined} onClick={() => importing.mutate()}>
              Importar
            </Button>
            <span className={styles.grow} />
            <Button onClick={leave}>Cancelar</Button>
            <ActionButton
              variant="filled"
              disabled={chosen === undefined || refusal !== undefined}
              title={refusal}
              loading={applying.isPending}
              onClick={() => chosen && applying.mutate(chosen)}
            >
              Aplicar
            </ActionButton>
          </div>
        </div>
      )}
    </EditDialog>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
