import { describe, expect, it } from 'vitest';
import { avisoDeCertificado, avisosDeRango, rangosPorAtender } from './avisos.ts';

describe('a range of numbers', () => {
  const now = Date.parse('2026-03-16T14:00:00Z');
  const range = { desde: 1, hasta: 100, quedan: 100, vence: null, isProduction: false };

  it.each([
    [{}, []],
    [{ quedan: 10 }, []],
    [{ quedan: 9 }, ['por-agotarse']],
    [{ quedan: 0 }, ['agotado']],
    // A tenth of nine numbers is less than one: a short range must not warn from its first day.
    [{ hasta: 9, quedan: 1 }, []],
    [{ vence: '2026-04-15' }, []],
    [{ vence: '2026-04-14' }, ['por-vencer']],
    [{ vence: '2026-03-16' }, ['por-vencer']],
    [{ vence: '2026-03-15' }, ['vencido']],
    [{ quedan: 0, vence: '2026-03-15' }, ['agotado', 'vencido']],
  ])('a range with %j warns of %j', (part, avisos) =>
    expect(avisosDeRango({ ...range, ...part }, now)).toEqual(avisos),
  );

  it.each([
    ['2026-12-31', []],
    ['2027-12-31', []],
    ['2028-06-15', ['vence-inusual']],
    ['2027-12-30', ['vence-inusual']],
    ['2028-12-31', ['vence-inusual']],
    ['2040-12-31', ['vence-inusual']],
    ['2026-04-01', ['por-vencer', 'vence-inusual']],
    ['2025-06-15', ['vencido']],
  ])('a range in production that expires on %s warns of %j', (vence, avisos) => {
    expect(avisosDeRango({ ...range, vence, isProduction: true }, now)).toEqual(avisos);
    expect(avisosDeRango({ ...range, vence, isProduction: false }, now)).not.toContain('vence-inusual');
  });

  it('the first day of a year in Santo Domingo moves the last usual expiry', () => {
    const of = (at: string) => avisosDeRango({ ...range, vence: '2028-12-31', isProduction: true }, Date.parse(at));
    expect(of('2027-01-01T03:59:59Z')).toEqual(['vence-inusual']);
    expect(of('2027-01-01T04:00:00Z')).toEqual([]);
  });

  it('an unusual expiry alone asks for no attention: numbers can be issued', () => {
    expect(rangosPorAtender([{ tipo: '31', quedan: 100, avisos: ['vence-inusual'] }])).toEqual([]);
  });

  it('a range expires with the day of Santo Domingo, not of Greenwich', () => {
    const vence = '2026-03-16';
    expect(avisosDeRango({ ...range, vence }, Date.parse('2026-03-17T03:59:59Z'))).toEqual(['por-vencer']);
    expect(avisosDeRango({ ...range, vence }, Date.parse('2026-03-17T04:00:00Z'))).toEqual(['vencido']);
  });
});

describe('a certificate', () => {
  it.each([
    ['2026-03-16T14:00:00Z', 'vencido'],
    ['2026-03-16T14:00:01Z', 1],
    ['2026-03-17T14:00:00Z', 1],
    ['2026-03-17T14:00:01Z', 7],
    ['2026-03-23T14:00:01Z', 30],
    ['2026-04-15T14:00:00Z', 30],
    ['2026-04-15T14:00:01Z', undefined],
  ])('a certificate valid until %s warns: %s', (until, aviso) =>
    expect(avisoDeCertificado(until, Date.parse('2026-03-16T14:00:00Z'))).toBe(aviso),
  );
});
