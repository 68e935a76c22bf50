import { describe, expect, it } from 'vitest';
import { A, type Base, type Branch, bases, I, kindOf, M, put, spoiled } from '../../testing/broken.ts';
import { brokenContent } from '../../testing/broken-content.ts';
import { brokenTotals } from '../../testing/broken-totals.ts';
import { ecfs } from '../../testing/sound-documents.ts';
import { writeDocument } from '../codec/write-document.ts';
import { validate } from '../validate.ts';
import { checkRules, rules, rulesOfFacts } from './check.ts';

const broken = { ...brokenContent, ...brokenTotals };

describe('valid documents', () => {
  it.each(Object.keys(bases) as Base[])('the valid document %s has no fault, of structure or rule', (base) => {
    const now = Date.UTC(2025, 10, 15, 14, 30);
    expect(validate(kindOf(base), bases[base], { now })).toEqual([]);
    expect(writeDocument(kindOf(base), bases[base])).toContain(base === 'ANECF' ? 'RncEmisor' : 'RNCEmisor');
  });
});

it('a document whose header alone states another currency is compared with its amounts in pesos', () => {
  const inPesos = structuredClone(ecfs['31 en dólares']) as unknown as Branch;
  for (const at of [1, 2, 3, 4]) put(inPesos, `${I}[${at}].OtraMonedaDetalle`, undefined);
  expect(checkRules('ECF', inPesos, {})).toEqual([]);
  put(inPesos, `${M}.MontoExentoOtraMoneda`, '20.00');
  expect(checkRules('ECF', inPesos, {}).map(({ code }) => code)).toEqual(['ECF-MONEDA-04', 'ECF-MONEDA-11']);
});

it('a global discount that is a cent more than its lines is named', () => {
  const greater = structuredClone(ecfs['44']) as unknown as Branch;
  const discount = (MontoDescuentooRecargo: string) => [
    {
      NumeroLinea: '1',
      TipoAjuste: 'D',
      DescripcionDescuentooRecargo: 'Descuento',
      TipoValor: '$',
      MontoDescuentooRecargo,
      IndicadorFacturacionDescuentooRecargo: '4',
    },
  ];
  const total = ecfs['44'].Encabezado.Totales.MontoExento!;
  const cent = String(Number(total.at(-1)) + 1);
  const codesOf = () => checkRules('ECF', greater, {}).map(({ code }) => code);
  put(greater, A, discount(total));
  expect(codesOf()).not.toContain('ECF-AJUSTE-11');
  put(greater, A, discount(total.slice(0, -1) + cent));
  expect(codesOf()).toContain('ECF-AJUSTE-11');
});

describe('every rule', () => {
  it('every rule has its own code and a document that breaks it', { tags: ['S5-14', 'P3.7'] }, () => {
    const codes = rules.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(broken).sort()).toEqual([...codes].sort());
    expect(rules.filter(({ source }) => source === '')).toEqual([]);
  });

  it.each(Object.entries(broken))('%s is broken by its example, and nothing else is', (code, example) => {
    const faults = checkRules(kindOf(example.of), spoiled(example), example.options ?? {});
    expect(faults.map((fault) => fault.code).sort()).toEqual([code, ...(example.also ?? [])].sort());
    const fault = faults.find((f) => f.code === code);
    expect(fault?.message).toMatch(/^[A-ZÁÉÍÓÚ«].*[^.]$/);
    expect(fault?.message).not.toMatch(/undefined|NaN|\[object/);
    expect(fault?.severity).toBe(rules.find((rule) => rule.code === code)?.severity);
  });

  it('each rule that the facts of the moment decide is marked', () => {
    const marked = new Set(rulesOfFacts);
    const byItself = Object.entries(broken).filter(([code]) => !marked.has(code));
    const decided = byItself.filter(([code, example]) => {
      const { modificado } = example.options ?? {};
      const faults = checkRules(kindOf(example.of), spoiled(example), modificado === undefined ? {} : { modificado });
      return !faults.some((fault) => fault.code === code);
    });
    expect(decided.map(([code]) => code)).toEqual([]);
    expect(rulesOfFacts).toContain('ECF-FECHA-06');
  });
});
