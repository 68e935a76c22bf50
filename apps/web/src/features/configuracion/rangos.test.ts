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
  it('an unchanged row has nothing to save', () => {
    expect(isChanged(row())).toBe(false);
    expect(isChanged(row({ hasta: '600' }))).toBe(true);
    expect(isChanged({ key: 'n', stored: undefined, draft: blankDraft })).toBe(true);
  });

  it('a blank row shows what it requires', { tags: ['S5-1'] }, () => {
    expect(faultsOf(blankDraft)).toEqual({
      prefijo: 'El prefijo es obligatorio',
      hasta: 'El número final es obligatorio',
    });
    expect(isValid({ ...blankDraft, prefijo: 'nc', hasta: '90' })).toBe(true);
  });

  it('a row accepts only whole numbers', () => {
    expect(faultsOf({ ...blankDraft, prefijo: 'NC', hasta: '9.5' }).hasta).toBe('El número final es obligatorio');
    expect(faultsOf({ ...blankDraft, prefijo: 'NC', hasta: '-9' }).hasta).toBe('El número final es obligatorio');
  });

  it('a row shows the form of its numbers and the next one', () => {
    expect(previewOf(row().draft)).toEqual({
      primero: 'E340000000001',
      ultimo: 'E340000000500',
      siguiente: 'E340000000012',
    });
    expect(previewOf(row({ ultimoUtilizado: '500' }).draft)?.siguiente).toBeUndefined();
    expect(previewOf(blankDraft)).toBeUndefined();
  });

  it('a row is sent with its prefix in capitals and its numbers as numbers', { tags: ['S5-2'] }, () => {
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

  it('the last used number is left to the server unless a person wrote another', () => {
    expect(bodyOf(row({ hasta: '600' }), '1')).not.toHaveProperty('ultimoUtilizado');
    expect(bodyOf(row({ ultimoUtilizado: '20' }), '1')).toMatchObject({ ultimoUtilizado: 20 });
  });
});
