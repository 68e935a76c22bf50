import type { importacion, ResumenDocumento } from '@timbre/contract';
import { describe, expect, it } from 'vitest';
import { canEdit, type Ensayo, inRehearsal, merge, type Shown } from './rehearsal.ts';
import { documento, importOf } from './sample-import.ts';

const rehearsed = (id: string, estado: ResumenDocumento['estado']): importacion.DocumentoEnsayado => ({
  id,
  estado,
  trackId: 'T',
  secuenciaUtilizada: true,
  mensajes: [],
  errores: [],
});
const ensayoOf = (...documentos: importacion.DocumentoEnsayado[]): Ensayo =>
  merge(undefined, { documentos, total: documentos.length, enCurso: { firmar: 0, enviar: 3 }, cambio: 7 });

describe('an import in its rehearsal', () => {
  const [a, b, c] = ['a', 'b', 'c'] as const;
  const held = importOf([
    documento({ id: a }),
    documento({ id: b, estado: 'firmado' }),
    documento({ id: c, estado: 'aceptado' }),
  ]);

  it('shows each rehearsed document with the state of the rehearsal, and what remains of it', () => {
    const shown = inRehearsal(held, ensayoOf(rehearsed(a, 'rechazado')));
    expect(shown.documentos.map(({ estado }) => estado)).toEqual(['rechazado', 'firmado', 'aceptado']);
    expect(shown.enCurso).toEqual({ firmar: 0, enviar: 3 });
    expect((shown.documentos[0] as Shown).real).toBe(held.documentos[0]);
    expect(shown.documentos[1]).toBe(held.documentos[1]);
  });

  it('leaves what was really sent as it is', () => {
    const shown = inRehearsal(held, ensayoOf(rehearsed(c, 'rechazado')));
    expect(shown.documentos[2]).toBe(held.documentos[2]);
  });

  it('keeps no document from being edited', () => {
    const [first] = inRehearsal(held, ensayoOf(rehearsed(a, 'aceptado'))).documentos;
    expect(canEdit(first as Shown)).toBe(true);
    expect(canEdit(held.documentos[2] as Shown)).toBe(false);
  });

  it('takes what changed, and keeps the rest', () => {
    const before = ensayoOf(rehearsed(a, 'firmado'), rehearsed(b, 'firmado'));
    const answer = { documentos: [rehearsed(b, 'aceptado')], total: 2, enCurso: { firmar: 0, enviar: 0 }, cambio: 9 };
    const after = merge(before, answer);
    expect([...after.documentos.values()].map(({ estado }) => estado)).toEqual(['firmado', 'aceptado']);
    expect(after.cambio).toBe(9);
  });
});
