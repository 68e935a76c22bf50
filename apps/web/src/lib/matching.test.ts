import { describe, expect, it } from 'vitest';
import { isCompany } from './matching.ts';

describe('the search of a company', () => {
  it.each(['', 'cibao', 'FERRETERIA', 'ferretería cib', 'cib ferre', '101', '101-01', '101 0106 3', '101010632'])(
    'the company matches «%s»',
    (typed) => expect(isCompany(typed, 'Ferretería El Cibao SRL', '101010632')).toBe(true),
  );

  it.each(['yaque', '102', 'ferre yaque'])('the company does not match «%s»', (typed) => {
    expect(isCompany(typed, 'Ferretería El Cibao SRL', '101010632')).toBe(false);
  });

  it('a company matches a number in its name', () => expect(isCompany('27', 'Colmado 27', '101010632')).toBe(true));
});
