import { Button } from '@mantine/core';
import { IconBook2, IconCircleOff, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ambienteDe, ambientes, ambienteVisible } from '@timbre/contract/tables';
import { displayFecha } from '@timbre/values';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import bar from '../../../ui/progress-bar.module.css';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { TermHelp } from '../../ayuda/shared.tsx';
import { TestRangesButton } from '../../rangos/shared.tsx';
import { eliminarSecuencia, type Secuencia, secuenciasQuery } from '../api.ts';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';
import { avisoBreve, rangeName, rowsOf, type TipoRow, warningsOf } from '../secuencias.ts';
import own from './secuencias.module.css';

const LibroDialog = lazyPart(async () => (await import('./libro-dialog.tsx')).LibroDialog, 'dialog');
const SecuenciaDialog = lazyPart(async () => (await import('./secuencia-dialog.tsx')).SecuenciaDialog, 'dialog');
const AnularDialog = lazyPart(async () => (await import('./anular-dialog.tsx')).AnularDialog, 'dialog');

const route = getRouteApi('/configuracion');

type Opened =
  | { kind: 'add'; tipo: string }
  | { kind: 'ledger'; secuencia: Secuencia }
  | { kind: 'void'; secuencia: Secuencia }
  | { kind: 'remove'; secuencia: Secuencia };

/**
 * The authorised ranges of every type of e-CF in an environment, how many numbers remain in each, and their ledgers.
 */
export function Secuencias({ configuracion, refusal }: PanelProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secuenciasQuery);
  const [opened, setOpened] = useState<Opened | undefined>(
    search.registrar === undefined || refusal !== undefined ? undefined : { kind: 'add', tipo: search.registrar },
  );
  const ambiente = search.ambiente ?? ambienteDe(configuracion.ambiente) ?? 'testecf';
  const rows = useMemo(() => data && rowsOf(data, ambiente), [data, ambiente]);
  const warnings = warningsOf(rows ?? []);
  const offersTestRanges =
    ambiente === 'testecf' &&
    ambienteDe(configuracion.ambiente) === 'testecf' &&
    refusal === undefined &&
    rows?.some(({ secuencia }) => secuencia === undefined);
  const close = () => {
    setOpened(undefined);
    if (search.registrar !== undefined)
      void navigate({ search: { tab: 'rangos', ambiente }, replace: true, resetScroll: false });
  };

  const remove = useMutation({
    mutationFn: ({ id }: Secuencia) => eliminarSecuencia({ params: { id } }),
    onSuccess: () => {
      toast('Operación completada exitosamente', 'ok', brieflyMs);
      return Promise.all([
        client.invalidateQueries({ queryKey: secuenciasQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['configuracion', 'rangos'] }),
      ]);
    },
  });

  const drawn = useMemo(() => {
    const actions = (row: TipoRow) => <Actions row={row} refusal={refusal} onOpen={setOpened} />;
    return { columns: columnsOf(actions), card: (row: TipoRow) => <Card row={row} actions={actions} /> };
  }, [refusal]);

  return (
    <Panel
      title="Secuencias"
      note="Rangos de eNCF que la DGII autorizó, por tipo y ambiente."
      actions={
        <>
          <TermHelp of="secuencia" />
          <Button
            leftSection={<IconPlus size={16} />}
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => setOpened({ kind: 'add', tipo: '31' })}
          >
            Registrar rango
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Segmented
          label="Ambiente de las secuencias"
          options={ambientes.map((value) => ({ value, label: ambienteVisible[value] }))}
          value={ambiente}
          onChange={(next) =>
            navigate({ search: { tab: 'rangos', ambiente: next }, replace: true, resetScroll: false })
          }
        />
        {offersTestRanges && (
          <Banner tone="info" title="En Pruebas la DGII da a todos los mismos números." action={<TestRangesButton />}>
            Del 1 al 10,000,000 de cada tipo, y de E32 hasta el 50,000,000. Sus rangos registrados no cambian.
          </Banner>
        )}
        <FailureNotice title="No se eliminó el rango" error={remove.error} onDismiss={remove.reset} />
        {warnings.length > 0 && (
          <Banner tone="warn" title="Atención.">
            {warnings.map((warning) => (
              <span key={warning} className={own.warning}>
                {warning}
              </span>
            ))}
          </Banner>
        )}
        {error && !data && <LoadFailure title="No se pudieron cargar las secuencias" error={error} onRetry={refetch} />}
      </div>
      {rows === undefined ? (
        !error && <Skeleton rows={10} />
      ) : (
        <VirtualTable
          label={`Secuencias de ${ambienteVisible[ambiente]}`}
          rows={rows}
          columns={drawn.columns}
          rowKey={({ tipo, secuencia }) => secuencia?.id ?? tipo}
          card={drawn.card}
          cardHeight={({ secuencia }) => (secuencia ? 176 : 116)}
          maxHeight="none"
        />
      )}
      <Suspense>
        {opened?.kind === 'add' && (
          <SecuenciaDialog rncEmisor={configuracion.rncEmisor} ambiente={ambiente} tipo={opened.tipo} onClose={close} />
        )}
        {opened?.kind === 'ledger' && <LibroDialog secuencia={opened.secuencia} onClose={() => setOpened(undefined)} />}
        {opened?.kind === 'void' && (
          <AnularDialog secuencia={opened.secuencia} refusal={refusal} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
      {opened?.kind === 'remove' && (
        <ConfirmDialog
          title={`¿Eliminar el rango de E${opened.secuencia.tipo} en ${ambienteVisible[ambiente]}?`}
          confirm="Eliminar"
          destructive
          onConfirm={() => remove.mutate(opened.secuencia)}
          onClose={() => setOpened(undefined)}
        >
          {rangeName(opened.secuencia.tipo, opened.secuencia)}. No se ha usado ninguno de sus números.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

interface ActionsProps {
  row: TipoRow;
  refusal: string | undefined;
  onOpen: (opened: Opened) => void;
}

function Actions({ row: { tipo, secuencia }, refusal, onOpen }: ActionsProps) {
  if (!secuencia) {
    return (
      <IconButton
        icon={IconPlus}
        label={`Registrar un rango de E${tipo}`}
        reason={refusal}
        onClick={() => onOpen({ kind: 'add', tipo })}
      />
    );
  }
  const name = rangeName(tipo, secuencia);
  const used = secuencia.usados > 0 ? 'Ya se usaron números de este rango: no se puede eliminar' : undefined;
  return (
    <>
      <IconButton
        icon={IconBook2}
        label={`Números usados de ${name}`}
        onClick={() => onOpen({ kind: 'ledger', secuencia })}
      />
      <IconButton
        icon={IconCircleOff}
        label={`Anular números sin usar de ${name}`}
        onClick={() => onOpen({ kind: 'void', secuencia })}
      />
      <IconButton
        icon={IconTrash}
        label={`Eliminar ${name}`}
        reason={refusal ?? used}
        onClick={() => onOpen({ kind: 'remove', secuencia })}
      />
    </>
  );
}

/** The state of a range: none, inactive, in use, or its warnings. */
function State({ secuencia }: { secuencia: Secuencia | undefined }) {
  if (!secuencia) return <Chip tone="mute">Sin rango</Chip>;
  if (!secuencia.activo) return <Chip tone="mute">Inactivo</Chip>;
  if (secuencia.avisos.length === 0) return <Chip tone="ok">En uso</Chip>;
  const over = secuencia.avisos.find((aviso) => aviso === 'agotado' || aviso === 'vencido');
  if (over) return <Chip tone="bad">{avisoBreve[over]}</Chip>;
  return <Chip tone="warn">{secuencia.avisos.map((aviso) => avisoBreve[aviso]).join(' · ')}</Chip>;
}

/** How many numbers are used, and their share of the range. */
const Usage = ({ secuencia, words }: { secuencia: Secuencia; words: string }) => {
  const { desde, hasta, usados, avisos } = secuencia;
  return (
    <span className={own.usage}>
      <span className={text.amount}>{words}</span>
      <progress
        className={bar.bar}
        value={usados}
        max={hasta - desde + 1}
        data-warn={avisos.some((aviso) => aviso === 'agotado' || aviso === 'por-agotarse')}
        aria-label={`Parte usada de ${rangeName(secuencia.tipo, secuencia)}`}
      />
    </span>
  );
};

const count = (of: (secuencia: Secuencia) => number) =>
  function Count({ secuencia }: TipoRow) {
    return <span className={text.amount}>{secuencia ? formatCount(of(secuencia)) : '—'}</span>;
  };

const spanOf = ({ desde, hasta }: Secuencia): string => `${formatCount(desde)} – ${formatCount(hasta)}`;
const nextOf = ({ siguiente, quedan }: Secuencia): string => (quedan === 0 ? 'Agotado' : formatCount(siguiente));
const expiryOf = ({ vence }: Secuencia): string => (vence === null ? 'No vence' : displayFecha(vence));

type Draw = (row: TipoRow) => ReactNode;

const columnsOf = (actions: Draw): Column<TipoRow>[] => [
  {
    key: 'tipo',
    header: 'Tipo',
    track: 'minmax(56px, 2.4fr)',
    cell: ({ tipo, nombre }) => (
      <span title={nombre}>
        <b>E{tipo}</b> {nombre}
      </span>
    ),
  },
  {
    key: 'rango',
    header: 'Desde – hasta',
    track: 'minmax(172px, 2.6fr)',
    right: true,
    cell: ({ secuencia }) => <span className={text.amount}>{secuencia ? spanOf(secuencia) : '—'}</span>,
  },
  {
    key: 'usados',
    header: 'Usados',
    track: 'minmax(100px, 1fr)',
    right: true,
    from: 860,
    cell: ({ secuencia }) => (secuencia ? <Usage secuencia={secuencia} words={formatCount(secuencia.usados)} /> : '—'),
  },
  { key: 'quedan', header: 'Quedan', track: 'minmax(98px, 1fr)', right: true, cell: count(({ quedan }) => quedan) },
  {
    key: 'siguiente',
    header: 'Siguiente',
    track: 'minmax(104px, 1fr)',
    right: true,
    from: 1000,
    cell: ({ secuencia }) => <span className={text.amount}>{secuencia ? nextOf(secuencia) : '—'}</span>,
  },
  {
    key: 'vence',
    header: 'Vence',
    track: '100px',
    cell: ({ secuencia }) => <span className={text.quiet}>{secuencia ? expiryOf(secuencia) : '—'}</span>,
  },
  {
    key: 'estado',
    header: 'Estado',
    track: 'minmax(112px, 1.3fr)',
    cell: ({ secuencia }) => <State secuencia={secuencia} />,
  },
  { key: 'acciones', header: 'Acciones', track: '116px', right: true, cell: actions },
];

const Card = ({ row, actions }: { row: TipoRow; actions: Draw }) => {
  const { tipo, nombre, secuencia } = row;
  return (
    <>
      <div className={text.between}>
        <b>E{tipo}</b>
        <State secuencia={secuencia} />
      </div>
      <div className={text.cut}>{nombre}</div>
      {secuencia && (
        <>
          <div className={text.between}>
            <span className={text.amount}>{spanOf(secuencia)}</span>
            <span className={text.quiet}>{expiryOf(secuencia)}</span>
          </div>
          <div className={text.quiet}>
            Quedan {formatCount(secuencia.quedan)} · siguiente {nextOf(secuencia)}
          </div>
        </>
      )}
      <div className={text.between}>
        {secuencia ? <Usage secuencia={secuencia} words={formatCounted(secuencia.usados, 'usado')} /> : <span />}
        <span>{actions(row)}</span>
      </div>
    </>
  );
};
