// The basic auto-map of a catalogue of 5,000 accounts: fields of the 606 and of the 607, both classifications, and a search
// over it. The limit is the rate at which the auto-map takes 200 ms.
import {
  type Account,
  classifyByWords606,
  classifyByWords607,
  indexAccounts,
  mapByWords,
  searchAccounts,
} from '@timbre/reports';
import { type BenchResult, median } from './measure.ts';

const accounts = 5_000;
const rounds = 15;
const mostMs = 200;

const names = [
  'ITBIS por pagar',
  'Combustible',
  'Nómina',
  'Alquiler de local',
  'Intereses ganados',
  'Ventas al detalle',
];
const types = ['Gasto', 'Ingreso', 'Activo', 'Expense', 'Income', ''];
const catalogue: readonly Account[] = Array.from({ length: accounts }, (_, n) => ({
  id: String(10_000 + n),
  accountNumber: String(10_000 + n),
  name: `${names[n % names.length]} de la sucursal ${n}`,
  type: types[n % types.length]!,
  detailType: 'Detalle',
  description: '',
  active: true,
  currency: 'DOP',
}));

function msOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export default async function mapeoAuto(): Promise<BenchResult> {
  const [maps, searches]: [number[], number[]] = [[], []];
  const index = indexAccounts(catalogue);
  for (let round = 0; round < rounds; round++) {
    maps.push(
      msOf(() => [
        mapByWords('606', catalogue),
        mapByWords('607', catalogue),
        classifyByWords606(catalogue),
        classifyByWords607(catalogue),
      ]),
    );
    searches.push(msOf(() => searchAccounts(index, 'sucursal 49')));
  }
  const map = median(maps);
  const [value, limit] = [accounts / (map / 1_000), accounts / (mostMs / 1_000)];
  return {
    name: 'mapeo-auto',
    value,
    unit: 'accounts/s',
    limit,
    ratio: value / limit,
    target: 1,
    detail: { 'auto-map, ms': map, 'slowest auto-map, ms': Math.max(...maps), 'one search, ms': median(searches) },
  };
}
