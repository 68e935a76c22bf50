import { Button, NativeSelect } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DynamicMapping, dynamicTargets, emptyDynamicMapping, type MappedReport } from '@timbre/reports';
import { useState } from 'react';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { chooseFile, saveFile } from '../../../lib/files.ts';
import { formatCounted } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowSelect } from '../../../ui/row-select.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { readFlexible, saveFlexible } from '../api.ts';
import styles from '../mapeo.module.css';
import { uploadBook } from './load-catalogue.tsx';
import { SheetPreview } from './sheet-preview.tsx';

const flexibleKey = ['mapeo', 'dinamico'];
/** Maximum number of columns that are mapped. */
const mostColumns = 200;
const partOf = { '606': 'mapeo606', '607': 'mapeo607' } as const;

/** The columns of a workbook of the company, each with the field of the 606 or of the 607 that it feeds. */
export function FlexibleView({ rnc, refusal }: { rnc: string; refusal: string | undefined }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: flexibleKey,
    meta: notLive,
    queryFn: ({ signal }) => readFlexible({ params: { rnc }, signal }),
    staleTime: 0,
  });
  const [reporte, setReporte] = useState<MappedReport>('606');
  const [changed, setChanged] = useState<DynamicMapping>();
  const [file, setFile] = useState<File>();
  const current: DynamicMapping | undefined = changed ?? data;
  const reading = useMutation({
    mutationFn: ({ chosen, hoja }: { chosen: File; hoja?: string }) => uploadBook(rnc, chosen, hoja),
    onSuccess({ hoja, encabezados }, { chosen }) {
      const columnas = encabezados?.columnas ?? [];
      const ofColumns = (map: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(map).filter(([column]) => columnas.includes(column)));
      setChanged({
        nombreArchivo: chosen.name.slice(0, 250),
        hojaSeleccionada: hoja.slice(0, 100),
        columnasDetectadas: columnas.slice(0, mostColumns),
        mapeo606: ofColumns(current?.mapeo606 ?? {}),
        mapeo607: ofColumns(current?.mapeo607 ?? {}),
      });
    },
  });
  const saving = useMutation({
    mutationFn: ({ nombreArchivo, hojaSeleccionada, columnasDetectadas, mapeo606, mapeo607 }: DynamicMapping) =>
      saveFlexible({
        params: { rnc },
        body: {
          version: data?.version ?? 0,
          rnc,
          fechaActualizacion: new Date().toISOString(),
          ...{ nombreArchivo, hojaSeleccionada, columnasDetectadas: [...columnasDetectadas], mapeo606, mapeo607 },
        },
      }),
    onSuccess(saved, sent) {
      client.setQueryData(flexibleKey, { ...saved, rnc, ...sent });
      setChanged(undefined);
      toast('Mapeo de Excel guardado');
    },
  });
  const overtaken = saving.error instanceof Refusal && saving.error.problem.code === 'mapeo/cambiado';
  async function choose() {
    const chosen = await chooseFile('.xlsx,.xlsm,.xls,.csv');
    if (chosen === undefined) return;
    setFile(chosen);
    reading.mutate({ chosen });
  }
  if (error) return <LoadFailure title="No se pudo leer el mapeo de Excel" error={error} onRetry={refetch} />;
  if (current === undefined) return <Skeleton rows={8} label="Cargando" />;
  const book = file && reading.data;
  const map = current[partOf[reporte]];
  const columns = current.columnasDetectadas;
  return (
    <>
      {changed && <UnsavedGuard />}
      <Panel
        title="Excel flexible"
        note={
          current.nombreArchivo === ''
            ? 'Cualquier libro suyo: se busca la fila que nombra sus columnas, y «Cargar» lo lee con ellas.'
            : `${current.nombreArchivo} · hoja ${current.hojaSeleccionada} · ${formatCounted(columns.length, 'columna')}`
        }
        actions={
          <>
            <Button
              leftSection={<IconFileSpreadsheet size={16} />}
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => void choose()}
            >
              Elegir un Excel
            </Button>
            <Button
              disabled={columns.length === 0}
              title={columns.length === 0 ? 'Todavía no hay un Excel' : undefined}
              onClick={() => {
                const { nombreArchivo, hojaSeleccionada, columnasDetectadas, mapeo606, mapeo607 } = current;
                const whole = { rnc, nombreArchivo, hojaSeleccionada, columnasDetectadas, mapeo606, mapeo607 };
                saveFile(
                  { blob: new Blob([JSON.stringify(whole, null, 2)]), name: undefined },
                  `mapeo-excel_${rnc}.json`,
                );
              }}
            >
              Exportar
            </Button>
            <Button
              disabled={columns.length === 0 || refusal !== undefined}
              title={refusal ?? (columns.length === 0 ? 'Todavía no hay un Excel' : undefined)}
              onClick={() => {
                setFile(undefined);
                setChanged(emptyDynamicMapping);
              }}
            >
              Limpiar
            </Button>
            <ActionButton
              variant="filled"
              disabled={changed === undefined || refusal !== undefined}
              title={refusal ?? (changed ? undefined : 'No hay cambios que guardar')}
              loading={saving.isPending}
              onClick={() => changed && saving.mutate(changed)}
            >
              Guardar
            </ActionButton>
          </>
        }
      >
        <div className={styles.form}>
          {reading.error && <Banner>{`Error procesando Excel: ${messageOf(reading.error)}`}</Banner>}
          {saving.error && (
            <Banner
              title={`Error al guardar el mapeo: ${messageOf(saving.error)}`}
              action={
                overtaken && (
                  <Button
                    onClick={() => {
                      setChanged(undefined);
                      saving.reset();
                      void refetch();
                    }}
                  >
                    Cargar lo guardado
                  </Button>
                )
              }
            />
          )}
          {book && (
            <>
              <NativeSelect
                label="Hoja"
                data={book.hojas}
                value={book.hoja}
                disabled={book.hojas.length < 2}
                onChange={(event) => reading.mutate({ chosen: file, hoja: event.currentTarget.value })}
              />
              {book.encabezados && <p>{`Encabezados: los de la fila ${book.encabezados.fila} de la hoja.`}</p>}
              <SheetPreview rows={book.encabezados?.filas ?? book.vista} label="Primeras filas de la hoja" />
              {columns.length === 0 && (
                <Banner tone="warn">
                  {book.vista.length === 0
                    ? 'La hoja no contiene datos'
                    : 'Ninguna fila de la hoja nombra sus columnas'}
                </Banner>
              )}
            </>
          )}
          {columns.length > 0 ? (
            <>
              <Segmented
                label="Reporte"
                options={[
                  { value: '606', label: '606' },
                  { value: '607', label: '607' },
                ]}
                value={reporte}
                onChange={setReporte}
              />
              <ul className={styles.letters} aria-label={`Columnas para el ${reporte}`}>
                {columns.map((column) => (
                  <li key={column}>
                    <span>{column}</span>
                    <RowSelect
                      label={`Campo de ${column}`}
                      value={map[column] ?? ''}
                      options={[
                        { value: '', label: 'No se usa' },
                        ...dynamicTargets[reporte].map(({ id, nombre }) => ({ value: id, label: nombre })),
                      ]}
                      refusal={refusal}
                      onChange={(next) => {
                        const { [column]: _, ...others } = map;
                        const part = next === '' ? others : { ...others, [column]: next };
                        setChanged({ ...current, [partOf[reporte]]: part });
                      }}
                    />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            !book && (
              <EmptyState
                title="Todavía no hay un Excel"
                detail="Elija un libro con sus compras o ventas: aquí dirá qué columna alimenta cada campo."
              />
            )
          )}
        </div>
      </Panel>
    </>
  );
}
