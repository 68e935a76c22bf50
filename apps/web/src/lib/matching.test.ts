import { describe, expect, it } from 'vitest';
import { isCompany } from './matching.ts';

describe('a company is found', () => {
  it.each(['', 'cibao', 'FERRETERIA', 'ferretería cib', 'cib ferre', '101', '101-01', '101 0106 3', '101010632'])(
    'by «%s»',
    (typed) => expect(isCompany(typed, 'Ferretería El Cibao SRL', '101010632')).toBe(true),
  );

  it.each(['yaque', '102', 'ferre yaque'])('not by «%s»', (typed) => {
    expect(isCompany(typed, 'Ferretería El Cibao SRL', '101010632')).toBe(false);
  });

  it('by a number that its name has', () => expect(isCompany('27', 'Colmado 27', '101010632')).toBe(true));
});
