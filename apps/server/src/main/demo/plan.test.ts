import { tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { companiesOf, lados } from './companies.ts';
import { planOf } from './plan.ts';

const dayAfter = (days: number) =>
  new Date(Date.parse('2026-01-01T12:00:00Z') + days * 86_400_000).toISOString().slice(0, 10);
/** A day of each week of a year and a half, on different weekdays. */
const days = Array.from({ length: 78 }, (_, week) => dayAfter(week * 7 + (week % 7)));

describe.each(days)('the history that ends on %s', (today) => {
  const plan = planOf(today);
  const sales = plan.flatMap((step) => step.sales);

  test('it has all ten types, and at most 1,500 documents', () => {
    expect(new Set(sales.map(({ draft }) => draft.Encabezado?.IdDoc?.TipoeCF))).toEqual(new Set(tiposECF));
    const purchases = plan.flatMap((step) => step.purchases);
    expect(sales.length + purchases.length).toBeLessThanOrEqual(1_500);
    expect(sales.length).toBeGreaterThan(800);
    expect(purchases.filter(({ answered }) => !answered)).toHaveLength(2);
  });

  test('its moments follow each other, all before that day; each document of a company has a key of its own', () => {
    const moments = plan.map(({ at }) => at.getTime());
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    expect(Math.max(...moments)).toBeLessThan(Date.parse(`${today}T00:00:00-04:00`));
    expect(new Set(sales.map(({ lado, key }) => `${lado} ${key}`)).size).toBe(sales.length);
  });

  test('a sale in dollars has a rate of pesos', () => {
    const rates = sales.flatMap(({ draft }) => draft.Encabezado?.OtraMoneda?.TipoCambio ?? []);
    expect(rates.length).toBeGreaterThan(0);
    expect(rates.filter((rate) => !/^6[1-3]\.\d{4}$/.test(String(rate)))).toEqual([]);
  });

  test('one document is rejected, one conditional, one unconfirmed, one annulled; two months are closed', () => {
    const fates = sales.flatMap(({ fate }) => fate ?? []);
    expect(fates.sort()).toEqual(['anulado', 'condicional', 'rechazado', 'sin_confirmar']);
    const closings = plan.flatMap((step) => step.closings);
    expect(closings.map(({ filed }) => filed)).toEqual([true, false]);
    expect(closings[0]!.periodo < closings[1]!.periodo).toBe(true);
    expect(closings[1]!.periodo < today.replaceAll('-', '').slice(0, 6)).toBe(true);
  });
});

test('the same day gives the same documents', () => {
  expect(planOf('2026-11-28')).toEqual(planOf('2026-11-28'));
});

test('no two companies of any demonstration have the same RNC', () => {
  const rncs = Array.from({ length: 40 }, (_, nth) => lados.map((lado) => companiesOf(nth)[lado].rnc)).flat();
  expect(new Set(rncs).size).toBe(80);
});
