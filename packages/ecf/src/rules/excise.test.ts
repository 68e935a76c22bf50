import { describe, expect, it } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import { computeTotals } from '../arithmetic/compute.ts';
import type { Draft } from '../arithmetic/draft.ts';
import type { TasasSelectivo } from '../arithmetic/rates.ts';
import { checkRules } from './check.ts';
import type { RuleOptions } from './rule.ts';

const spring: TasasSelectivo = {
  trimestre: '2026-04-01',
  alcohol: '750.25',
  cigarrillos20: '64.10',
  cigarrillos10: '32.05',
};

/** Beer (006, 023) and cigarettes (019, 036) of a day, with these totals. */
const drinks = (FechaEmision: string, Totales: object = {}, base: Draft = ecfs['31 bebidas']): Draft => ({
  ...base,
  Encabezado: { ...base.Encabezado, Emisor: { ...base.Encabezado?.Emisor, FechaEmision }, Totales },
  FechaHoraFirma: `${FechaEmision} 10:30:00`,
  DetallesItems: ecfs['31 bebidas'].DetallesItems,
});
const stated = (TasaImpuestoAdicional: string, TipoImpuesto = '006') => ({
  ImpuestosAdicionales: { ImpuestoAdicional: [{ TipoImpuesto, TasaImpuestoAdicional }] },
});
const entriesOf = (tree: Draft) => tree.Encabezado?.Totales?.ImpuestosAdicionales?.ImpuestoAdicional ?? [];
const faults = (tree: Draft, options: RuleOptions = {}) =>
  checkRules('ECF', tree, options).filter(({ code }) => code.startsWith('ECF-IMPUESTO'));

describe('a quarter that was added', () => {
  it('an added quarter gives the rate that a document leaves out, and then no rule is broken', {
    tags: ['SI9-4'],
  }, () => {
    const whole = computeTotals(drinks('30-06-2026'), [spring]);
    expect(entriesOf(whole).map((e) => [e.TipoImpuesto, e.TasaImpuestoAdicional])).toEqual([
      ['006', '750.25'],
      ['019', '64.10'],
      ['023', '10'],
      ['036', '20'],
    ]);
    expect(checkRules('ECF', whole, { tasas: [spring] })).toEqual([]);
    expect(faults(whole).map(({ code }) => code)).toEqual(['ECF-IMPUESTO-07', 'ECF-IMPUESTO-07']);
  });

  it('a stated rate that differs from the added quarter is a fault that names both and the quarter', () => {
    const wrong = computeTotals(drinks('01-04-2026', stated('1.00')), [spring]);
    expect(faults(wrong, { tasas: [spring] })).toEqual([
      {
        code: 'ECF-IMPUESTO-08',
        path: 'Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional[1].TasaImpuestoAdicional',
        message:
          'La tasa del impuesto 006 dice 1.00; la de abril-junio de 2026, trimestre de la fecha de emisión, es 750.25',
        severity: 'condicional',
        arithmetic: true,
      },
    ]);
    expect(faults(computeTotals(drinks('01-04-2026', stated('750.250')), [spring]), { tasas: [spring] })).toEqual([]);
  });

  it('the rate of a note is that of its own day of issue, whatever it modifies', () => {
    const note = (rate: string) => computeTotals(drinks('01-04-2026', stated(rate), ecfs['33']), [spring]);
    expect(faults(note('745.60'), { tasas: [spring] }).map(({ code }) => code)).toEqual(['ECF-IMPUESTO-08']);
    expect(faults(note('750.25'), { tasas: [spring] })).toEqual([]);
  });

  it('an added quarter does not change the rates of an official quarter', () => {
    const autumn = { ...spring, trimestre: '2025-10-01' };
    const whole = computeTotals(drinks('15-11-2025'), [autumn]);
    expect(entriesOf(whole)[0]).toMatchObject({ TipoImpuesto: '006', TasaImpuestoAdicional: '745.60' });
    expect(faults(whole, { tasas: [autumn] })).toEqual([]);
    const [fault] = faults(computeTotals(drinks('15-11-2025', stated('750.25'))), { tasas: [autumn] });
    expect(fault).toMatchObject({ code: 'ECF-IMPUESTO-08', arithmetic: true });
  });
});

describe('a quarter that is not known', () => {
  it('a stated rate of an unknown quarter has a notice with the quarter and what to do', () => {
    const [beer] = faults(computeTotals(drinks('31-12-2026', stated('768.65'))));
    expect(beer).toMatchObject({
      code: 'ECF-IMPUESTO-01',
      message: expect.stringContaining('no está cargada'),
    });
    const both = [...stated('768.65').ImpuestosAdicionales.ImpuestoAdicional];
    both.push(...stated('65.02', '019').ImpuestosAdicionales.ImpuestoAdicional);
    const refused = faults(computeTotals(drinks('31-12-2026', { ImpuestosAdicionales: { ImpuestoAdicional: both } })));
    expect(refused.map(({ code, severity }) => [code, severity])).toEqual([
      ['ECF-IMPUESTO-07', 'aviso'],
      ['ECF-IMPUESTO-07', 'aviso'],
    ]);
    expect(refused[0]?.message).toBe(
      'La tasa del trimestre octubre-diciembre de 2026 no está cargada, y no se pudo comprobar la que dice el impuesto 006, 768.65: compárela con la resolución de la DGII para el trimestre, o pida a quien administra la plataforma que la cargue',
    );
  });

  it('a missing rate of an unknown quarter is refused, also for an ad valorem tax, which needs the specific one', () => {
    const refused = faults(computeTotals(drinks('31-12-2026')));
    expect(refused.map(({ code, severity }) => [code, severity])).toEqual(
      Array(4).fill(['ECF-IMPUESTO-01', 'rechazo']),
    );
    const messageFor = (code: string) =>
      `La tasa del trimestre octubre-diciembre de 2026 no está cargada, y los totales no dicen la del impuesto selectivo ${code}: póngala en TasaImpuestoAdicional, de la resolución de la DGII para el trimestre, o pida a quien administra la plataforma que la cargue`;
    expect(refused.map(({ message }) => message)).toEqual([
      messageFor('006'),
      messageFor('019'),
      messageFor('006'),
      messageFor('019'),
    ]);
  });

  it('a quarter before the first official one has no notice', () => {
    const both = [...stated('632.58').ImpuestosAdicionales.ImpuestoAdicional];
    both.push(...stated('53.51', '019').ImpuestosAdicionales.ImpuestoAdicional);
    const old = computeTotals(drinks('02-04-2020', { ImpuestosAdicionales: { ImpuestoAdicional: both } }));
    expect(faults(old)).toEqual([]);
  });
});
