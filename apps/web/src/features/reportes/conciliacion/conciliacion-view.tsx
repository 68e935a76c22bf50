import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { Suspense, useMemo, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { estadoQuery } from '../../../lib/quickbooks.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceChip } from '../../../ui/filter-chip.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import type { Conciliacion, Hallazgo } from '../api.ts';
import plain from '../reportes.module.css';
import { nombreDelMes } from '../words.ts';
import { type Clase, clases, contarClases, filtrados, fuentesConciliadas, fuentesEnOrden } from './clases.ts';
import { hallazgoCard, hallazgoCardHeight, hallazgoColumns, hallazgoKey } from './columns.tsx';
import { reconciliationQuery, type TipoConciliado } from './queries.ts';
import { Totals } from './totals.tsx';
import { TxtChoice } from './txt-choice.tsx';
import { Unreported } from './unreported.tsx';

const HallazgoDrawer = lazyPart(async () => (await import('./hallazgo-drawer.tsx')).HallazgoDrawer, 'dialog');

interface Props {
  tipo: TipoConciliado;
  periodo: Periodo;
  /** Goes to a row in «Preparar». */
  onGo: (fila: string) => void;
  /** Goes to the view where the report is generated. */
  onReport: () => void;
}

/** The differences between QuickBooks, the e-CF, paper and the TXT of a month, and the documents that are in no report. */
export function ConciliacionView({ tipo, periodo, onGo, onReport }: Props) {
  const [file, setFile] = useState<File>();
  const now = useQuery(reconciliationQuery(tipo, periodo));
  const filed = useQuery({ ...reconciliationQuery(tipo, periodo, file), enabled: file !== undefined });
  const connection = useQuery(estadoQuery);
  const withFile = file !== undefined && filed.data !== undefined;
  const data = withFile ? filed.data : now.data;
  const connected = connection.data?.conectado;
  return (
    <>
      {data?.quickbooksLeido === null && connected !== undefined && (
        <NoBooks connected={connected} periodo={periodo} onReport={onReport} />
      )}
      {now.error && <LoadFailure title="No se pudo conciliar." error={now.error} onRetry={now.refetch} />}
      {data === undefined
        ? !now.error && <Skeleton rows={8} label="Cargando conciliación" />
        : isEmpty(data) || <Totals tipo={tipo} periodo={periodo} file={withFile ? file.name : undefined} data={data} />}
      <TxtChoice
        tipo={tipo}
        file={file}
        reading={filed.isFetching}
        refusal={file !== undefined && filed.error ? messageOf(filed.error) : undefined}
        onChange={setFile}
      />
      {data && <Findings key={withFile ? file.name : ''} tipo={tipo} periodo={periodo} data={data} onGo={onGo} />}
      {(connected || (data && data.quickbooksLeido !== null)) && <Unreported tipo={tipo} periodo={periodo} />}
    </>
  );
}

const isEmpty = ({ totales }: Conciliacion): boolean =>
  Object.values(totales).every((total) => total === undefined || total.cantidad === 0);

interface NoBooksProps {
  connected: boolean;
  periodo: Periodo;
  onReport: () => void;
}

/** The notice that QuickBooks is not compared: the reason and the remedy. */
const NoBooks = ({ connected, periodo, onReport }: NoBooksProps) =>
  connected ? (
    <Banner
      tone="info"
      title={`No se ha leído ningún documento de QuickBooks de ${nombreDelMes(periodo)}.`}
      action={<Button onClick={onReport}>Ir a generar el reporte</Button>}
    >
      Genere el reporte para leerlos; mientras tanto se comparan los e-CF y el papel con el TXT.
    </Banner>
  ) : (
    <Banner tone="info" title="QuickBooks no está conectado.">
      Se comparan los e-CF y el papel con el TXT. Conéctelo arriba y genere el reporte para comparar también su
      contabilidad.
    </Banner>
  );

interface FindingsProps {
  tipo: TipoConciliado;
  periodo: Periodo;
  data: Conciliacion;
  onGo: (fila: string) => void;
}

/** The receipts with differences between the sources, filtered by kind of difference, number and RNC. */
function Findings({ tipo, periodo, data, onGo }: FindingsProps) {
  const [clase, setClase] = useState<Clase>();
  const [buscar, setBuscar] = useState('');
  const [opened, setOpened] = useState<string>();
  const { comprobantes, distintos, iguales, totales } = data;
  const counts = useMemo(() => contarClases(comprobantes), [comprobantes]);
  const rows = useMemo(() => filtrados(comprobantes, { clase, buscar }), [comprobantes, clase, buscar]);
  const taking = useMemo(() => fuentesEnOrden.filter((source) => totales[source] !== undefined), [totales]);
  const [columns, drawCard, open] = useMemo(() => {
    const open = (each: Hallazgo) => setOpened(hallazgoKey(each));
    return [hallazgoColumns(taking, open), hallazgoCard(taking, open), open] as const;
  }, [taking]);
  if (distintos === 0)
    return (
      <section className={card.card}>
        {isEmpty(data) ? (
          <EmptyState
            title={`No hay nada que conciliar en ${nombreDelMes(periodo)}`}
            detail="Aquí se comparan, comprobante por comprobante, sus libros en QuickBooks, los e-CF, el papel y el TXT: qué falta, qué dice otra cosa y dónde se corrige."
          />
        ) : (
          <EmptyState
            title="Todo coincide"
            detail={`${formatCounted(iguales, 'comprobante dice', 'comprobantes dicen')} lo mismo en ${listOf(taking.map((source) => fuentesConciliadas[source]))}.`}
          />
        )}
      </section>
    );
  const index = opened === undefined ? -1 : rows.findIndex((each) => hallazgoKey(each) === opened);
  const row = rows[index];
  const step = (to: number) => {
    const next = rows[to];
    return next && (() => setOpened(hallazgoKey(next)));
  };
  return (
    <>
      <section className={card.card} aria-label="Comprobantes con diferencias">
        <div className={plain.bar}>
          <SearchField label="Buscar NCF o RNC" maxLength={30} value={buscar} onChange={setBuscar} />
          <ChoiceChip
            name="Diferencia"
            value={clase}
            options={counts.map(({ clase: value, cantidad }) => ({
              value,
              word: clases[value],
              label: `${clases[value]} (${formatCount(cantidad)})`,
            }))}
            onChange={setClase}
          />
          <b className={plain.status} role="status">
            {formatCounted(rows.length, 'comprobante')}
          </b>
        </div>
        {rows.length === 0 ? (
          <EmptyState title="Ninguna diferencia coincide">
            <Button
              onClick={() => {
                setClase(undefined);
                setBuscar('');
              }}
            >
              Ver todas
            </Button>
          </EmptyState>
        ) : (
          <VirtualTable
            label={`Diferencias del ${tipo}`}
            rows={rows}
            columns={columns}
            rowKey={hallazgoKey}
            card={drawCard}
            cardHeight={hallazgoCardHeight}
            onOpen={open}
          />
        )}
      </section>
      {distintos > comprobantes.length && (
        <p className={text.quiet}>
          {`Hay ${formatCount(distintos - comprobantes.length)} más; corrija estos primero.`}
        </p>
      )}
      <Suspense>
        {row && (
          <HallazgoDrawer
            row={row}
            taking={taking}
            onGo={onGo}
            onPrevious={step(index - 1)}
            onNext={step(index + 1)}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

const listOf = (words: readonly string[]): string => new Intl.ListFormat('es').format(words);
