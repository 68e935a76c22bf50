import type { empresa } from '@timbre/contract';
import { type AvisoDeRango, puede, type Rol } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import { describe, expect, it } from 'vitest';
import { importOf } from '../importacion/sample-import.ts';
import { tasksOf } from './tasks.ts';

const now = Date.parse('2026-11-21T13:41:07Z');
type Empresa = AnswerOf<typeof empresa.verEmpresa>;
const certificado = (validoHasta: string): Empresa['certificado'] => ({
  archivo: 'demo.p12',
  titular: 'Demostración',
  idTitular: null,
  emisor: 'Demostración',
  serie: '1',
  validoDesde: '2025-01-01T00:00:00Z',
  validoHasta,
  huella: '',
  vencido: false,
});
const company = (validoHasta?: string): Empresa => ({
  rnc: '199000005',
  razonSocial: 'Demo',
  ambiente: 'testecf',
  demo: true,
  certificado: validoHasta ? certificado(validoHasta) : null,
});
const range = (siguiente: number, avisos: AvisoDeRango[] = [], part: { ambiente?: 'ecf'; activo?: boolean } = {}) => ({
  id: 's',
  ambiente: 'testecf' as const,
  tipo: '32',
  desde: 1,
  hasta: 1_000,
  siguiente,
  vence: '2026-12-31',
  usados: siguiente - 1,
  quedan: 1_001 - siguiente,
  avisos,
  activo: true,
  ...part,
});
const { errores: _, avisos: __, ...summary } = importOf([]);
const recent = (part: Partial<typeof summary.totales>) => [{ ...summary, totales: { ...summary.totales, ...part } }];
const all = (rol: Rol, facts: Partial<Parameters<typeof tasksOf>[0]> = {}) =>
  tasksOf({
    empresa: company('2030-01-01T00:00:00Z'),
    secuencias: [range(1)],
    importaciones: [],
    sinConfirmar: { count: 0, more: false },
    rechazados: { count: 0, more: false },
    desde: '2026-10-24',
    hasta: '2026-11-22',
    now,
    puede: (policy) => puede(rol, policy),
    ...facts,
  });
const first = (facts: Partial<Parameters<typeof tasksOf>[0]>) => all('administrador', facts)[0];

describe('what asks for attention', () => {
  it('is first what the authority rejected, leading to the list of it', () => {
    const told = first({ rechazados: { count: 3, more: false }, sinConfirmar: { count: 1, more: false } });
    expect(told).toMatchObject({
      tone: 'bad',
      chip: '3 rechazados',
      link: { to: '/facturas', search: { estado: 'rechazado', desde: '2026-10-24', hasta: '2026-11-22' } },
    });
    expect(first({ rechazados: { count: 50, more: true } })?.chip).toBe('50 o más rechazados');
  });

  it('is what is not confirmed, for those who may say what the DGII shows', () => {
    const sinConfirmar = { count: 3, more: false };
    expect(first({ sinConfirmar })).toMatchObject({ chip: '3 sin confirmar', link: { to: '/facturas' } });
    expect(first({ sinConfirmar: { count: 50, more: true } })?.chip).toBe('50 o más sin confirmar');
    expect(all('consulta', { sinConfirmar })).toEqual([]);
  });

  it('is the certificate, when it is missing, ended or about to end', () => {
    expect(first({ empresa: company() })?.words).toBe('La empresa no tiene un certificado digital cargado');
    expect(first({ empresa: company('2026-11-20T00:00:00Z') })?.words).toBe('El certificado digital está vencido');
    expect(first({ empresa: company() })?.link).toEqual({ to: '/configuracion', search: {}, action: 'Cargar' });
  });

  it.each([
    ['2026-12-21T13:41:08Z', 'Nuevo', 'info'],
    ['2026-12-21T13:41:07Z', 'vence en 30 días', 'warn'],
    ['2026-11-28T13:41:08Z', 'vence en 7 días', 'warn'],
    ['2026-11-28T13:41:07Z', 'vence en 7 días: reemplácelo esta semana', 'bad'],
    ['2026-11-22T13:41:07Z', 'vence en 1 día: sin él no podrá emitir', 'bad'],
    ['2026-11-21T20:00:00Z', 'vence en 6 h 19 min: sin él no podrá emitir', 'bad'],
  ])('is the certificate that ends at %s: %s', (validoHasta, words, tone) => {
    const task = first({ empresa: company(validoHasta) });
    expect([task?.chip, task?.words]).toContain(words);
    expect(task?.tone).toBe(tone);
  });

  it('is a range of numbers that runs out or expires, of the environment in use only', () => {
    const words = (...secuencias: ReturnType<typeof range>[]) => first({ secuencias })?.words;
    expect(words(range(951, ['por-agotarse']))).toBe('quedan 50 números en su rango');
    expect(words(range(1_001, ['agotado']))).toBe('su rango no tiene más números');
    expect(words(range(1, ['por-vencer']))).toBe('su rango vence el 31/12/2026');
    expect(words(range(951, ['por-agotarse', 'vencido']))).toBe('su rango venció');
    expect(first({ secuencias: [range(1_001, ['agotado'], { ambiente: 'ecf' })] })?.chip).toBe('Nuevo');
    expect(words()).toBe('la empresa no tiene rangos registrados');
  });

  it('is not a range that ended while another of its type goes on', () => {
    const used = range(1_001, ['agotado']);
    expect(first({ secuencias: [used, range(1)] })?.chip).toBe('Nuevo');
    expect(first({ secuencias: [used, range(951, ['por-agotarse'])] })?.words).toBe('quedan 50 números en su rango');
    expect(first({ secuencias: [used, range(1, [], { activo: false })] })?.words).toBe('su rango no tiene más números');
  });

  it('is an import left half-way, and opens it', () => {
    expect(first({ importaciones: recent({ total: 9, rechazados: 1, enviados: 9 }) })).toMatchObject({
      chip: '1 rechazado',
      link: { to: '/excel', search: { id: 'i1' } },
    });
    expect(first({ importaciones: recent({ total: 9, conErrores: 2, enviados: 7 }) })?.chip).toBe('2 con errores');
    expect(first({ importaciones: recent({ total: 9, enviados: 4 }) })?.chip).toBe('5 sin enviar');
  });

  it('is a new workbook when nothing else is', () => {
    expect(first({})).toMatchObject({ chip: 'Nuevo', link: { to: '/excel', search: {} } });
    expect(first({ importaciones: recent({ total: 9, enviados: 9 }) })?.chip).toBe('Nuevo');
  });

  it.each(['administrador', 'facturador'] as const)('is told to a %s, who issues: what keeps from it too', (rol) => {
    const facts = { empresa: company(), importaciones: recent({ total: 9, enviados: 4 }) };
    expect(all(rol, facts).map(({ link }) => link.to)).toEqual(['/configuracion', '/excel', '/excel']);
  });

  it.each(['contador', 'consulta'] as const)('is nothing for a %s, who neither issues nor administers', (rol) => {
    expect(all(rol, { empresa: company(), secuencias: [], importaciones: recent({ total: 9, enviados: 4 }) })).toEqual(
      [],
    );
  });
});
