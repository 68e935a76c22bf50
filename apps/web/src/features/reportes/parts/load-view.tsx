import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import type { Periodo } from '@timbre/values';
import { type ComponentProps, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { WorkbookForm } from '../../../ui/workbook-form.tsx';
import { WorkbookNotes } from '../../../ui/workbook-notes.tsx';
import { listComprobantes, readWorkbook } from '../api.ts';
import { liveKey } from '../month-queries.ts';
import {
  emptyPaper,
  faultOfPaper,
  hasHeaders,
  morePaper,
  type PaperRow,
  paperColumns,
  paperOf,
  pastedFile,
  pastedPaper,
  type Registro,
  registroOf,
} from '../paper.ts';
import styles from '../reportes.module.css';
import type { Vista } from '../search.ts';
import { type Incidencia, LoadPreview } from './load-preview.tsx';

const ways = [
  { value: 'libro', label: 'Libro de Excel' },
  { value: 'pegar', label: 'Pegar de Excel' },
  { value: 'uno', label: 'Uno a mano' },
] as const;

/** Receipts that were parsed and wait to be loaded. */
interface Waiting {
  readonly registros: readonly Registro[];
  readonly incidencias: readonly Incidencia[];
  /** The workbook that they are from, and how it was read. */
  readonly libro?: {
    readonly workbook: File;
    readonly filasOcultas: 'leer' | 'omitir';
    readonly notes: ComponentProps<typeof WorkbookNotes>['notes'];
  };
}

/** Endings of the files that the reader of workbooks takes. */
const endings = ['.xlsx', '.xlsm', '.xls', '.csv', '.txt'] as const;

interface Props {
  tipo: '606' | '607';
  periodo: Periodo;
  /** Id of a receipt of the month to load again, corrected. */
  at: string | undefined;
  onVista: (vista: Vista) => void;
}

/** Loads paper receipts: from a workbook, pasted from a sheet, or typed one by one. */
export function LoadView({ tipo, periodo, at, onVista }: Props) {
  const client = useQueryClient();
  const { noReporta } = useSesion();
  const [way, setWay] = useState<(typeof ways)[number]['value']>(at === undefined ? 'libro' : 'uno');
  const [waiting, setWaiting] = useState<Waiting>();
  const readBook = async (workbook: File, filasOcultas: 'leer' | 'omitir') => {
    const form = new FormData();
    form.set('archivo', workbook);
    form.set('filasOcultas', filasOcultas);
    const { datos, incidencias, ...notes } = await readWorkbook({ params: { tipo }, form });
    setWaiting({ registros: datos, incidencias, libro: { workbook, filasOcultas, notes } });
  };
  const again = useMutation({
    mutationFn: ({ workbook, wanted }: { workbook: File; wanted: boolean }) =>
      readBook(workbook, wanted ? 'leer' : 'omitir'),
  });
  if (waiting) {
    const { libro, ...read } = waiting;
    return (
      <>
        <FailureNotice error={again.error} />
        {libro && (
          <WorkbookNotes
            notes={libro.notes}
            readsHidden={libro.filasOcultas === 'leer'}
            onReadHidden={(wanted) => again.mutate({ workbook: libro.workbook, wanted })}
          />
        )}
        <LoadPreview
          key={libro?.filasOcultas}
          tipo={tipo}
          {...read}
          onLoaded={() => void client.invalidateQueries({ queryKey: liveKey(tipo) })}
          onPrepare={() => onVista('preparar')}
          onClose={() => setWaiting(undefined)}
        />
      </>
    );
  }
  const take = (registros: readonly Registro[], incidencias: readonly Incidencia[] = []) =>
    setWaiting({ registros, incidencias });
  return (
    <>
      <div className={styles.vistas}>
        <Segmented label="Cómo se cargan" options={ways} value={way} onChange={setWay} />
      </div>
      {way === 'libro' && (
        <WorkbookForm
          submit="Leer el libro"
          maxBytes={featureConstants.reportes.maximoDeLibro}
          endings={endings}
          refusal={noReporta}
          failureOf={messageOf}
          facts={[
            'con las columnas de la herramienta oficial, con sus encabezados, o como las puso en Excel flexible; también el TXT de la DGII',
          ]}
          onUpload={(workbook) => readBook(workbook, 'omitir')}
        />
      )}
      {way === 'pegar' && <Pasted tipo={tipo} onTake={take} onFile={(file) => readBook(file, 'omitir')} />}
      {way === 'uno' &&
        (at === undefined ? (
          <ByHand tipo={tipo} first={emptyPaper} onTake={take} />
        ) : (
          <Again tipo={tipo} periodo={periodo} id={at} onTake={take} />
        ))}
    </>
  );
}

type Take = (registros: readonly Registro[], incidencias?: readonly Incidencia[]) => void;

interface PastedProps {
  tipo: '606' | '607';
  onTake: Take;
  /** Reads the copied cells as a file, by their headers. */
  onFile: (file: File) => Promise<void>;
}

function Pasted({ tipo, onTake, onFile }: PastedProps) {
  const [typed, setTyped] = useState('');
  const rows = pastedPaper(typed);
  const reading = useMutation({
    mutationFn: () => onFile(pastedFile(typed)),
  });
  const review = () =>
    onTake(
      rows.filter((row) => faultOfPaper(row, tipo) === undefined).map(registroOf),
      rows.flatMap((row, at) => {
        const mensaje = faultOfPaper(row, tipo);
        return mensaje === undefined ? [] : [{ celda: `Fila ${at + 1}`, mensaje }];
      }),
    );
  return (
    <Panel
      title="Pegar de Excel"
      note={`Con sus encabezados, las columnas van en cualquier orden, y pueden ser todas las de la herramienta. Sin ellos, en este orden: ${paperColumns.map(({ name }) => name).join(', ')}.`}
    >
      <div className={`${styles.form} ${styles.inset}`}>
        <Textarea
          label="Filas copiadas"
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FailureNotice title="No se pudo leer lo pegado." error={reading.error} />
        <div className={form.actions}>
          <ActionButton
            variant="filled"
            loading={reading.isPending}
            disabled={rows.length === 0}
            onClick={() => (hasHeaders(typed) ? reading.mutate() : review())}
          >
            {rows.length === 0 ? 'Revisar' : `Revisar ${formatCounted(rows.length, 'comprobante')}`}
          </ActionButton>
        </div>
      </div>
    </Panel>
  );
}

/** Which number identifies the other party, and which receipts need none. */
const partyNote = {
  '606': 'De quien le vendió. Los gastos menores (B13) no llevan RNC.',
  '607': 'De a quien le vendió. El consumo (B02) por debajo del límite, y sus notas, pueden ir sin RNC.',
} as const;

const asText: ReadonlySet<string> = new Set(['rnc', 'razonSocial', 'ncf', 'fecha', 'ncf_modificado']);

/** A receipt of the month, to be loaded again with what it lacks. */
function Again({ tipo, periodo, id, onTake }: { tipo: '606' | '607'; periodo: Periodo; id: string; onTake: Take }) {
  const { data, error } = useQuery({
    queryKey: [...liveKey(tipo), 'otra vez', periodo, id],
    meta: notLive,
    queryFn: ({ signal }) =>
      listComprobantes({ params: { tipo }, query: { periodo, buscar: id.split('|')[1] ?? '' }, signal }),
  });
  if (data === undefined && !error) return <Skeleton rows={4} label="Cargando el comprobante" />;
  const row = data?.comprobantes.find((each) => each.id === id);
  return <ByHand tipo={tipo} first={row === undefined ? emptyPaper : paperOf(row)} onTake={onTake} />;
}

function ByHand({ tipo, first, onTake }: { tipo: '606' | '607'; first: PaperRow; onTake: Take }) {
  const [row, setRow] = useState<PaperRow>(first);
  const [pressed, setPressed] = useState(false);
  const fault = faultOfPaper(row, tipo);
  return (
    <Panel title="Un comprobante en papel" note={partyNote[tipo]}>
      <form
        className={`${styles.form} ${styles.inset}`}
        onSubmit={(event) => {
          event.preventDefault();
          setPressed(true);
          if (fault === undefined) onTake([registroOf(row)]);
        }}
      >
        <div className={styles.grid}>
          {[...paperColumns, ...morePaper]
            .filter(({ key }) => tipo === '606' || key !== 'montoServicios')
            .map(({ key, name }) => (
              <TextInput
                key={key}
                label={name}
                autoComplete="off"
                maxLength={250}
                placeholder={key === 'fecha' ? 'dd/mm/aaaa' : ''}
                inputMode={asText.has(key) ? 'text' : 'decimal'}
                value={row[key]}
                onChange={(event) => setRow({ ...row, [key]: event.currentTarget.value })}
              />
            ))}
        </div>
        {pressed && fault && <Banner>{fault}</Banner>}
        <div className={form.actions}>
          <Button type="submit" variant="filled">
            Revisar
          </Button>
        </div>
      </form>
    </Panel>
  );
}
