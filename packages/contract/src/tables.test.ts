import { describeField } from '@timbre/ecf';
import { tiposECF } from '@timbre/values';
import { expect, test } from 'vitest';
import { expires } from './tables.ts';

test('the types whose numbers expire are those that have FechaVencimientoSecuencia', () => {
  const { occurs = [] } = describeField('ECF', 'Encabezado.IdDoc.FechaVencimientoSecuencia') ?? {};
  expect(tiposECF.filter(expires)).toEqual(occurs.map(({ document }) => document));
});
