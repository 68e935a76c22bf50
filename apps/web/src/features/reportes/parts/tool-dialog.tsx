import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import { chooseFile } from '../../../lib/files.ts';
import { formatBytes, formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { UserFacingError } from '../../../lib/user-facing-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { readTools, removeTool, uploadTool } from '../api.ts';
import styles from '../reportes.module.css';

const { maximoDeLibro } = featureConstants.reportes;

/** The official tool of a format: once uploaded, its template is filled without changing its macros. */
export function ToolDialog({ tipo, onClose }: { tipo: '606' | '607'; onClose: () => void }) {
  const { noReporta } = useSesion();
  const { data, error, refetch } = useQuery({
    queryKey: ['reportes', 'herramientas'],
    meta: notLive,
    queryFn: ({ signal }) => readTools({ signal }),
    staleTime: 0,
  });
  const uploading = useMutation({
    mutationFn: async () => {
      const file = await chooseFile('.xlsm');
      if (file === undefined) return false;
      if (file.size > maximoDeLibro)
        throw new UserFacingError(
          `«${file.name}» pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(maximoDeLibro)}`,
        );
      const form = new FormData();
      form.set('archivo', file);
      await uploadTool({ params: { tipo }, form });
      return true;
    },
    onSuccess: (uploaded) => {
      if (uploaded) toast(`Herramienta del ${tipo} cargada`);
      void refetch();
    },
  });
  const removing = useMutation({
    mutationFn: () => removeTool({ params: { tipo } }),
    onSuccess: () => void refetch(),
  });
  const tool = data?.[tipo];
  const failure = lastError(uploading, removing);
  return (
    <Dialog title={`Herramienta oficial del ${tipo}`} onClose={onClose}>
      <div className={styles.form}>
        <p>
          Descargue la herramienta de la página de la DGII, ábrala en Excel y guárdela como .xlsm. Cárguela una vez:
          «Plantilla Excel» la entregará con las filas puestas y sus macros intactas.
        </p>
        {error && <LoadFailure title="No se pudo leer." error={error} onRetry={refetch} />}
        {data === undefined ? (
          !error && <Skeleton rows={1} label="Cargando" />
        ) : (
          <p>
            {tool ? (
              <>
                <b>{tool.nombre}</b> · {formatBytes(tool.bytes)} · cargada {formatMoment(tool.subida)} por {tool.por}
              </>
            ) : (
              'No hay ninguna: la plantilla sale en un libro con el mismo orden, sin macros.'
            )}
          </p>
        )}
        <FailureNotice title="No se guardó." error={failure} />
        <div className={form.actions}>
          {tool && (
            <Button
              disabled={noReporta !== undefined}
              title={noReporta}
              loading={removing.isPending}
              onClick={() => removing.mutate()}
            >
              Quitarla
            </Button>
          )}
          <ActionButton
            variant="filled"
            loading={uploading.isPending}
            disabled={noReporta !== undefined}
            title={noReporta}
            onClick={() => uploading.mutate()}
          >
            {tool ? 'Cambiarla' : 'Elegir el archivo .xlsm'}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
