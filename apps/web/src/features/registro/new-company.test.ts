import { expect, it } from 'vitest';
import { emptyCompany, faultsOf } from './new-company.ts';

const right = {
  correo: 'ana@yaque.do',
  Contrasena: 'cuatro ríos y un puente',
  ConfirmarContrasena: 'cuatro ríos y un puente',
  rncEmisor: '131-24679-6',
  razonSocial: 'Comercial Yaque SRL',
};

it('a company may be registered when every field is valid, its RNC with dashes or without', () => {
  expect(faultsOf(right)).toEqual({});
  expect(faultsOf({ ...right, rncEmisor: '131246796' })).toEqual({});
});

it('every field is required', { tags: ['S5-9'] }, () => {
  expect(Object.keys(faultsOf(emptyCompany)).sort()).toEqual(Object.keys(emptyCompany).sort());
});

it.each(['131-24679', '1312467966', 'ciento treinta'])('%s is no RNC', (rncEmisor) => {
  expect(Object.keys(faultsOf({ ...right, rncEmisor }))).toEqual(['rncEmisor']);
});

it('the two passwords must be the same, in the words of the specification', { tags: ['S5-9'] }, () => {
  const faults = faultsOf({ ...right, ConfirmarContrasena: 'otra' });
  expect(faults).toEqual({ ConfirmarContrasena: 'Las contraseñas no coinciden. Por favor, verifique.' });
});
