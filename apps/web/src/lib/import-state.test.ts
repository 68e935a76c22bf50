import { describe, expect, it } from 'vitest';
import { countsOf } from './import-state.ts';
import { importOf } from './testing/sample-import.ts';

describe('the figures of an import', () => {
  it('the figures of an import count each state where the cards show it', () => {
    const held = importOf([
      'pendiente',
      'pendiente',
      'firmado',
      'enviado',
      'recibido',
      'en_proceso',
      'sin_confirmar',
      'aceptado',
      'aceptado_condicional',
      'rechazado',
      'error',
    ]);
    const summary = { esRFCE: true, estado: 'firmado', cuenta: 1 } as const;
    expect(countsOf({ cuentas: [...held.cuentas, summary], enEspera: 1, detenidos: 0, notasDetenidas: 0 })).toEqual({
      total: 12,
      rfce: 1,
      firmables: 2,
      detenidos: 0,
      enviables: 2,
      notasDetenidas: 0,
      enEspera: 1,
      conErrores: 1,
      firmados: 9,
      enviados: 7,
      pendientes: 5,
      aceptados: 2,
      rechazados: 1,
      sinConfirmar: 1,
    });
  });
});
