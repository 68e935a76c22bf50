import type * as mapping from '../src/index.ts';

/** An account of the catalogue, with its id as its number. */
export const cuenta = (id: string, name: string, type = '', more: Partial<mapping.Account> = {}): mapping.Account => ({
  id,
  accountNumber: id,
  name,
  type,
  detailType: '',
  description: '',
  active: true,
  currency: 'DOP',
  ...more,
});
