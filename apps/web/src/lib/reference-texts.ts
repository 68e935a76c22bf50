/**
 * The texts of a note's reference, of the screens that write notes.
 *
 * @source specification 001 §5, "Reference selector"
 */
export const referenceTexts = {
  ncf: 'El NCF es obligatorio',
  forma: 'El formato del NCF debe ser E seguido de 12 dígitos',
  fecha: 'La fecha es obligatoria',
  futura: 'La fecha no puede ser futura',
  razon: 'La razón de modificación es obligatoria',
} as const;
