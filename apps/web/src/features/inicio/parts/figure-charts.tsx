import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount, formatCount, formatCounted, formatTinyAmount } from '../../../lib/format.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { BarChart, type Datum, DoughnutChart } from '../../../ui/charts.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { creditNotesOf, type Figure, sharesOf, soldOf, totalsOf } from '../estadisticas.ts';
import { type Filtro, filtroVisible } from '../search.ts';

interface Props {
  figures: readonly Figure[];
  filtro: Filtro;
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>;
}

/** Fetches the figures again on request. `drawing` changes with each answer, so that the chart is rendered anew. */
function useRefresh({ refetch }: Props['query']) {
  const [drawing, setDrawing] = useState(0);
  return { drawing, refresh: () => void refetch().then(() => setDrawing((n) => n + 1)) };
}

const scopeText = (filtro: Filtro): string =>
  filtro === 'TODOS' ? 'en todos los ambientes' : `en ${filtroVisible[filtro]}`;

/** How many numbers of each type were used. */
export function NcfChart({ figures, filtro, query }: Props) {
  const { drawing, refresh } = useRefresh(query);
  const { documentos } = totalsOf(figures);
  const data = figures.map(
    ({ tipo, nombre, ncf }): Datum => ({
      key: tipo,
      label: tipo,
      value: ncf,
      figure: ncf > 0 ? formatCount(ncf) : '',
      tip: `${tipo} ${nombre}: ${formatCounted(ncf, 'NCF utilizado', 'NCF utilizados')}`,
    }),
  );
  return (
    <ChartCard
      title="NCF Utilizados por Tipo"
      refreshing={query.isFetching}
      onRefresh={refresh}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">Tipo</th>
              <th scope="col">NCF utilizados</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ tipo, nombre, ncf }) => (
              <tr key={tipo}>
                <th scope="row">
                  {tipo} {nombre}
                </th>
                <td>{formatCount(ncf)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatCount(documentos)}</td>
            </tr>
          </tfoot>
        </table>
      }
    >
      {documentos === 0 ? (
        <EmptyState
          title={`Aún no se ha utilizado ningún NCF ${scopeText(filtro)}`}
          detail="Aparecerán cuando emita su primer comprobante."
        />
      ) : (
        <BarChart
          key={`${filtro}${drawing}`}
          data={data}
          label={`NCF utilizados por tipo ${scopeText(filtro)}: ${formatCount(documentos)} en total`}
        />
      )}
    </ChartCard>
  );
}

/** The revenue of each type. */
export function IngresosChart({ figures, filtro, query }: Props) {
  const { drawing, refresh } = useRefresh(query);
  const shares = sharesOf(figures);
  const credit = creditNotesOf(figures);
  const { ingresos } = totalsOf(figures);
  const data = shares.map(
    ({ tipo, nombre, monto, percent }): Datum => ({
      key: tipo,
      label: `${tipo} ${nombre}`,
      value: Number(monto),
      figure: `${percent}%`,
      tip: `${tipo} ${nombre}: RD$ ${formatAmount(monto)} (${percent}%)`,
    }),
  );
  return (
    <ChartCard
      title="Ingresos por Tipo"
      refreshing={query.isFetching}
      onRefresh={refresh}
      table={
        <table>
          <thead>
            <tr>
              <th scope="col">Tipo</th>
              <th scope="col">RD$</th>
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ tipo, nombre, monto, percent }) => (
              <tr key={tipo}>
                <th scope="row">
                  {tipo} {nombre}
                </th>
                <td>{formatAmount(monto)}</td>
                <td>{percent}</td>
              </tr>
            ))}
            {credit && (
              <tr>
                <th scope="row">
                  {credit.tipo} {credit.nombre}
                </th>
                <td>−{formatAmount(credit.monto)}</td>
                <td />
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Ingresos totales</th>
              <td>{formatAmount(ingresos)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      }
    >
      {shares.length === 0 ? (
        <EmptyState title={`Aún no hay ingresos ${scopeText(filtro)}`} detail="Solo suman los aceptados por la DGII." />
      ) : (
        <DoughnutChart
          key={`${filtro}${drawing}`}
          data={data}
          center={{ name: credit ? 'RD$ antes de notas' : 'RD$ vendidos', figure: formatTinyAmount(soldOf(figures)) }}
          label={`Ingresos por tipo ${scopeText(filtro)}: RD$ ${formatAmount(ingresos)} en total`}
        />
      )}
    </ChartCard>
  );
}
