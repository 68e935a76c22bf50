import { expect, it } from 'vitest';
import { datosOfForm, faultFinder, formOfDatos, isChanged, telefonoOf } from './datos-empresa.ts';

const all = {
  direccion: 'Calle 1',
  provincia: '110000',
  municipio: '110101',
  nombreComercial: 'La Esquina',
  telefonos: ['809-555-0100'],
  correo: 'a@b.invalid',
  sitioWeb: 'b.invalid',
  actividadEconomica: 'Comercio',
  sucursales: ['Centro'],
  agenteRetencion: false,
  retencionDeLey: true,
  emisorDesde: '2026-01-05',
  envioDiferido: true,
};

it('the form of the stored data states the same', () => {
  expect(datosOfForm(formOfDatos(all))).toEqual(all);
  expect(datosOfForm(formOfDatos({}))).toEqual({});
  expect(isChanged(formOfDatos(all), all)).toBe(false);
});

it('empty fields are not stated, and a list keeps its entries', () => {
  const form = { ...formOfDatos(all), direccion: '  ', telefonos: ['', '8095550101', ' '], sucursales: [''] };
  const { direccion: _, sucursales: __, ...rest } = all;
  expect(datosOfForm(form)).toEqual({ ...rest, telefonos: ['809-555-0101'] });
  expect(isChanged(form, all)).toBe(true);
});

it('a field that was added without input is no change', () => {
  expect(isChanged({ ...formOfDatos(all), telefonos: ['809-555-0100', ''] }, all)).toBe(false);
});

it('an error is at its field, without the name of the field', () => {
  const faultOf = faultFinder([
    { codigo: 'XSD-LONGITUD', campo: 'direccion', mensaje: 'Dirección: Tiene 101 caracteres' },
    { codigo: 'XSD-PATRON', campo: 'telefonos.1', mensaje: 'Teléfonos: no es válido' },
    { codigo: 'peticion/uniqueItems', campo: 'sucursales', mensaje: 'sucursales no puede repetir un valor' },
  ]);
  expect(faultOf('direccion')).toBe('Tiene 101 caracteres');
  expect([faultOf('telefonos', 0), faultOf('telefonos', 1)]).toEqual([undefined, 'no es válido']);
  expect([faultOf('sucursales', 0), faultOf('sucursales', 1)]).toEqual([
    'sucursales no puede repetir un valor',
    undefined,
  ]);
  expect(faultOf('correo')).toBeUndefined();
});

it('a telephone is written with its dashes', () => {
  expect(['8095550100', '(809) 555-0100', '1 809 555 0100', '555-0100', ''].map(telefonoOf)).toEqual([
    '809-555-0100',
    '809-555-0100',
    '809-555-0100',
    '555-0100',
    '',
  ]);
});
