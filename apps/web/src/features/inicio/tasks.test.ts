import type { atencion } from '@timbre/contract';
import { puede, type Rol } from '@timbre/contract/tables';
import { describe, expect, it } from 'vitest';
import { importOf } from '../../lib/testing/sample-import.ts';
import { tasksOf } from './tasks.ts';

const now = Date.parse('2026-11-21T13:41:07Z');
const { errores: _, avisos: __, ...summary } = importOf([]);
const recent = (part: Partial<typeof summary.totales>) => [{ ...summary, totales: { ...summary.totales, ...part } }];
const certificado: atencion.Aviso = { tipo: 'certificado', urgente: true, validoHasta: null };
const sinConfirmar: atencion.Aviso = {
  tipo: 'documentos',
  urgente: false,
  estado: 'sin_confirmar',
  cantidad: 3,
  desde: null,
  hasta: null,
};
const all = (rol: Rol, facts: Partial<Parameters<typeof tasksOf>[0]> = {}) =>
  tasksOf({ avisos: [], importaciones: [], now, puede: (policy) => puede(rol, policy), ...facts });
const first = (facts: Partial<Parameters<typeof tasksOf>[0]>) => all('administrador', facts)[0];

describe('the next tasks', () => {
  it('the first tasks are the notices of the server, for those who may act on them', { tags: ['S9-7'] }, () => {
    const facts = { avisos: [certificado, sinConfirmar], importaciones: recent({ total: 9, rechazados: 1 }) };
    expect(all('administrador', facts).map(({ chip }) => chip)).toEqual([
      'Certificado',
      '3 sin confirmar',
      '1 rechazado',
      'Nuevo',
    ]);
    for (const rol of ['contador', 'consulta'] as const)
      expect(all(rol, facts).map(({ chip }) => chip)).toEqual(['3 sin confirmar']);
  });

  it('an import left half-way is a task, and its link opens it', () => {
    expect(first({ importaciones: recent({ total: 9, rechazados: 1, enviados: 9 }) })).toMatchObject({
      chip: '1 rechazado',
      link: { to: '/excel', search: { id: 'i1' } },
    });
    expect(first({ importaciones: recent({ total: 9, conErrores: 2, enviados: 7 }) })?.chip).toBe('2 con errores');
    expect(first({ importaciones: recent({ total: 9, enviados: 4 }) })?.chip).toBe('5 sin enviar');
  });

  it('a new workbook is the task when there is no other', () => {
    expect(first({})).toMatchObject({ chip: 'Nuevo', link: { to: '/excel', search: {} } });
    expect(first({ importaciones: recent({ total: 9, enviados: 9 }) })?.chip).toBe('Nuevo');
  });

  it.each(['administrador', 'facturador'] as const)(
    'a %s, who issues, has the notices that keep from issuing too',
    (rol) => {
      const facts = { avisos: [certificado], importaciones: recent({ total: 9, enviados: 4 }) };
      expect(all(rol, facts).map(({ link }) => link.to)).toEqual(['/configuracion', '/excel', '/excel']);
    },
  );
});
