import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import { Suspense, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { formatAmount, formatCounted, formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast.tsx';
import { deleteReporte, type Reporte, readHistory, readSavedTxt } from '../api.ts';
import styles from '../reportes.module.css';
import { periodoOfRango, type Rango, type Tipo } from '../search.ts';
import { historyKey, savedKey } from '../use-report.ts';
import { datesOf, dayOf, nombreDe } from '../words.ts';

const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog, 'dialog');
const FilingDialog = lazyPart(async () => (await import('./filing-dialog.tsx')).FilingDialog, 'dialog');
const ToolDialog = lazyPart(async () => (await import('./tool-dialog.tsx')).ToolDialog, 'dialog');
const ConsumerDialog = lazyPart(async () => (await import('./consumer-dialog.tsx')).ConsumerDialog, 'dialog');

type Opened = 'comparar' | 'herramienta' | 'consumo' | { presentar: Reporte } | { eliminar: Reporte };

/** The saved reports of one kind, newest first, with the actions to compare, file and delete them. */
export function HistoryView({ tipo, rango }: { tipo: Tipo; rango: Rango }) {
  const client = useQueryClient();
  const { noReporta } = useSesion();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const { data, error, refetch } = useQuery({
    queryKey: historyKey(tipo),
    meta: notLive,
    queryFn: ({ signal }) =>
      readHistory({ params: { tipo }, query: { limite: featureConstants.reportes.limiteDeHistorial }, signal }),
    staleTime: 0,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: savedKey });
  const deleting = useMutation({
    mutationFn: ({ _id }: Reporte) => deleteReporte({ params: { tipo, id: _id } }),
    onSuccess: () => {
      setChosen([]);
      refresh();
      toast('Reporte eliminado');
    },
  });
  const close = () => setOpened(undefined);
  const pair = data?.filter(({ _id }) => chosen.includes(_id)) ?? [];
  const [newer, older] = pair;
  const toggle = (id: string) =>
    setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old.slice(-1), id]));

  return (
    <>
      <div className={styles.tools}>
        <Button disabled={older === undefined} title="Marque dos reportes" onClick={() => setOpened('comparar')}>
          Comparar los marcados
        </Button>
        {tipo === '607' && <Button onClick={() => setOpened('consumo')}>Resumen de consumo</Button>}
        {(tipo === '606' || tipo === '607') && (
          <Button onClick={() => setOpened('herramienta')}>Herramienta oficial</Button>
        )}
      </div>
      <FailureNotice title="No se pudo eliminar el reporte." error={deleting.error} onDismiss={deleting.reset} />
      {error && <LoadFailure title="No se pudo leer el historial." error={error} onRetry={refetch} />}
      <section className={card.card} aria-label={`Historial del ${nombreDe(tipo)}`}>
        {data === undefined ? (
          !error && <Skeleton rows={5} label="Cargando historial" />
        ) : data.length === 0 ? (
          <EmptyState
            title="Aún no hay reportes guardados"
            detail="Cada vez que genera un reporte queda aquí: puede comparar dos versiones y anotar la que presentó a la DGII."
          />
        ) : (
          <ul className={styles.history}>
            {data.map((report) => (
              <Saved
                key={report._id}
                tipo={tipo}
                report={report}
                chosen={chosen.includes(report._id)}
                refusal={noReporta}
                onChoose={() => toggle(report._id)}
                onFile={() => setOpened({ presentar: report })}
                onDelete={() => setOpened({ eliminar: report })}
              />
            ))}
          </ul>
        )}
      </section>
      <Suspense>
        {opened === 'comparar' && newer && older && (
          <CompareDialog tipo={tipo} newer={newer} older={older} onClose={close} />
        )}
        {opened === 'herramienta' && (tipo === '606' || tipo === '607') && <ToolDialog tipo={tipo} onClose={close} />}
        {opened === 'consumo' && <ConsumerDialog periodo={periodoOfRango(rango)} onClose={close} />}
        {typeof opened === 'object' && 'presentar' in opened && (
          <FilingDialog tipo={tipo} report={opened.presentar} onFiled={refresh} onClose={close} />
        )}
        {typeof opened === 'object' && 'eliminar' in opened && (
          <ConfirmDialog
            title="Eliminar el reporte guardado"
            confirm="Eliminar"
            destructive
            onConfirm={() => deleting.mutate(opened.eliminar)}
            onClose={close}
          >
            {`Se eliminará el ${nombreDe(tipo)} del ${datesOf(opened.eliminar)}, generado ${formatMoment(opened.eliminar.fechaCreacion)}. Los comprobantes y sus respuestas quedan; esta versión no se puede recuperar.`}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}

interface SavedProps {
  tipo: Tipo;
  report: Reporte;
  chosen: boolean;
  refusal: string | undefined;
  onChoose: () => void;
  onFile: () => void;
  onDelete: () => void;
}

function Saved({ tipo, report, chosen, refusal, onChoose, onFile, onDelete }: SavedProps) {
  const { presentacion, totales, estado } = report;
  const ready = estado === 'listo';
  const why = refusal ?? (ready ? undefined : 'El reporte no está listo');
  return (
    <li>
      <Checkbox
        checked={chosen}
        disabled={!ready}
        aria-label={`Comparar el reporte del ${datesOf(report)}, generado ${formatMoment(report.fechaCreacion)}`}
        onChange={onChoose}
      />
      <div>
        <b>{datesOf(report)}</b>
        <span className={text.quiet}>
          {formatMoment(report.fechaCreacion)} · {report.usuario}
        </span>
      </div>
      <div>
        <span className={text.amount}>RD$ {formatAmount(totales.montoTotal)}</span>
        <span className={text.quiet}>{formatCounted(totales.cantidadRegistros, 'registro')}</span>
      </div>
      <span>
        {presentacion ? (
          <Chip tone="ok">{`Presentado el ${dayOf(presentacion.fecha)} · ${presentacion.numero}`}</Chip>
        ) : (
          <Chip tone={estado === 'error' ? 'bad' : 'mute'} moving={estado === 'generando'}>
            {estado === 'error' ? 'Falló' : estado === 'generando' ? 'Generando' : 'Sin presentar'}
          </Chip>
        )}
      </span>
      {presentacion && tipo !== 'it1' && (
        <span className={styles.tools}>
          <FiledTxt tipo={tipo} report={report} />
        </span>
      )}
      {!presentacion && (
        <span className={styles.tools}>
          <Button size="compact-sm" disabled={why !== undefined} title={why} onClick={onFile}>
            Anotar presentación
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={refusal !== undefined || estado === 'generando'}
            title={refusal}
            onClick={onDelete}
          >
            Eliminar
          </Button>
        </span>
      )}
    </li>
  );
}

/** Downloads the TXT that was filed, whatever changed since. */
function FiledTxt({ tipo, report }: { tipo: Exclude<Tipo, 'it1'>; report: Reporte }) {
  const downloading = useMutation({
    mutationFn: async () =>
      saveFile(
        await readSavedTxt({ params: { tipo, id: report._id } }),
        `DGII_F_${tipo}_${report.fechaDesde.slice(0, 7).replace('-', '')}.TXT`,
      ),
    onSuccess: (name) => toast(`Se descargó ${name}`),
    onError: (error) => toast(messageOf(error), 'bad'),
  });
  return (
    <ActionButton
      size="compact-sm"
      loading={downloading.isPending}
      aria-label={`Descargar el TXT presentado del ${datesOf(report)}`}
      onClick={() => downloading.mutate()}
    >
      TXT presentado
    </ActionButton>
  );
}
