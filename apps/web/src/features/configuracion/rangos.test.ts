import { describe, expect, it } from 'vitest';
import type { RangoNC } from './api.ts';
import { blankDraft, bodyOf, draftOf, faultsOf, isChanged, isValid, previewOf } from './rangos.ts';

const stored: RangoNC = {
  _id: 'r1',
  rncEmisor: '131246796',
  prefijo: 'E34',
  cantidadDigitos: 10,
  desde: 1,
  hasta: 500,
  ultimoUtilizado: 11,
  descripcion: '',
  activo: true,
  siguiente: 'E340000000012',
};
const row = (part: Partial<ReturnType<typeof draftOf>> = {}) => ({
  key: 'r1',
  stored,
  draft: { ...draftOf(stored), ...part },
});

describe('a row of the ranges', () => {
  it('has nothing to save until something in it changes', () => {
    expect(isChanged(row())).toBe(false);
    expect(isChanged(row({ hasta: '600' }))).toBe(true);
    expect(isChanged({ key: 'n', stored: undefined, draft: blankDraft })).toBe(true);
  });

  it('that is blank says what it needs', () => {
    expect(faultsOf(blankDraft)).toEqual({
      prefijo: 'El prefijo es obligatorio',
      hasta: 'El número final es obligatorio',
    });
    expect(isValid({ ...blankDraft, prefijo: 'nc', hasta: '90' })).toBe(true);
  });

  it('takes only whole numbers', () => {
    expect(faultsOf({ ...blankDraft, prefijo: 'NC', hasta: '9.5' }).hasta).toBe('El número final es obligatorio');
    expect(faultsOf({ ...blankDraft, prefijo: 'NC', hasta: '-9' }).hasta).toBe('El número final es obligatorio');
  });

  it('shows how its numbers look and which comes next', () => {
    expect(previewOf(row().draft)).toEqual({
      primero: 'E340000000001',
      ultimo: 'E340000000500',
      siguiente: 'E340000000012',
    });
    expect(previewOf(row({ ultimoUtilizado: '500' }).draft)?.siguiente).toBeUndefined();
    expect(previewOf(blankDraft)).toBeUndefined();
  });

  it('travels with its prefix in capitals and its numbers as numbers', () => {
    expect(
      bodyOf({ key: 'n', stored: undefined, draft: { ...blankDraft, prefijo: ' nc ', hasta: '90' } }, '1'),
    ).toEqual({
      rncEmisor: '1',
      prefijo: 'NC',
      cantidadDigitos: 10,
      desde: 1,
      hasta: 90,
      ultimoUtilizado: 0,
      descripcion: '',
      activo: true,
    });
  });

  it('leaves the last used number to the server unless a person wrote another', () => {
    expect(bodyOf(row({ hasta: '600' }), '1')).not.toHaveProperty('ultimoUtilizado');
    expect(bodyOf(row({ ultimoUtilizado: '20' }), '1')).toMatchObject({ ultimoUtilizado: 20 });
  });
});
