import { ChartCard } from '../../../ui/chart-card.tsx';
import { BarChart, type Datum, DoughnutChart } from '../../../ui/charts.tsx';
import type { Piece } from './piece.ts';

const nothing = () => undefined;
const whole = { name: 'RD$ vendidos', figure: '48.2 M' };
const parts: readonly Datum[] = (
  [
    ['E31', 54],
    ['E32', 24],
    ['E45', 12],
    ['E46', 6],
    ['E33', 3],
    ['E44', 1],
  ] as const
).map(([key, value]) => ({ key, label: key, value, figure: `${value}.0 %`, tip: `${key}: ${value}.0 %` }));
const partsTable = (
  <table>
    <thead>
      <tr>
        <th scope="col">Tipo</th>
        <th scope="col">%</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ key, figure }) => (
        <tr key={key}>
          <th scope="row">{key}</th>
          <td>{figure}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The components of ui/ for charts. */
export const chartPieces: Readonly<Record<string, Piece>> = {
  ChartCard: {
    note: 'Un gráfico con su tabla.',
    example: (
      <ChartCard title="Ingresos por Tipo" table={partsTable} refreshing={false} onRefresh={nothing}>
        <DoughnutChart data={parts} center={whole} label="Ingresos por tipo, de muestra" />
      </ChartCard>
    ),
  },
  BarChart: {
    example: (
      <div>
        <BarChart data={parts} label="Barras de muestra" />
      </div>
    ),
  },
  DoughnutChart: {
    example: (
      <div>
        <DoughnutChart data={parts} center={whole} label="Anillo de muestra" />
      </div>
    ),
  },
};
