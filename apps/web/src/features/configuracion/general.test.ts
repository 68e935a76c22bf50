import { describe, expect, it } from 'vitest';
import { type Changes, certificateFileFault, formOf, isDirty, passwordFault } from './general.ts';

const file = new File(['p12'], 'empresa.p12');
const sent = (changes: Parameters<typeof formOf>[1]) =>
  Object.fromEntries(
    [...formOf({ rncEmisor: '131246796' }, changes)].map(([k, v]) => [k, v instanceof File ? v.name : v]),
  );

describe('the form of General', () => {
  it('the form of General sends only what changed', () => {
    expect(sent({})).toEqual({ RncEmisor: '131246796' });
    expect(sent({ id_externo: '' })).toEqual({ RncEmisor: '131246796', id_externo: '' });
    expect(sent({ nuevoAmbiente: 'Produccion' })).toEqual({
      RncEmisor: '131246796',
      NuevoAmbiente: 'Produccion',
      AprobacionPendiente: 'true',
    });
    expect(sent({ certificado: file, password: { value: 'clave', confirmation: 'clave' } })).toEqual({
      RncEmisor: '131246796',
      NombreCertificado: 'empresa.p12',
      certificado: 'empresa.p12',
      PasswordCertificado: 'clave',
    });
  });

  it('an empty password is never sent', { tags: ['S5-4'] }, () =>
    expect(sent({ password: { value: '', confirmation: '' } })).not.toHaveProperty('PasswordCertificado'),
  );
});

describe('the password of the certificate', () => {
  it.each<[Changes, string | undefined]>([
    [{}, undefined],
    [{ password: { value: '', confirmation: '' } }, undefined],
    [{ password: { value: 'una', confirmation: 'una' } }, undefined],
    [{ password: { value: 'una', confirmation: 'otra' } }, 'Las contraseñas no coinciden'],
    [{ certificado: file }, 'Escriba la contraseña del certificado nuevo'],
    [{ certificado: file, password: { value: 'una', confirmation: 'una' } }, undefined],
  ])('the password with %j has the fault: %s', { tags: ['S5-4'] }, (changes, fault) =>
    expect(passwordFault(changes)).toBe(fault),
  );
});

it('a file that cannot be a certificate is detected by its name and its size', () => {
  expect(certificateFileFault({ name: 'Empresa.PFX', size: 3_000 })).toBeUndefined();
  expect(certificateFileFault({ name: 'empresa.pdf', size: 3_000 })).toContain('no es un certificado');
  expect(certificateFileFault({ name: 'empresa.p12', size: 0 })).toContain('vacío');
  expect(certificateFileFault({ name: 'empresa.p12', size: 70_000 })).toContain('demasiado grande');
});

it('an opened field without input is no change', () => {
  expect(isDirty({ password: { value: '', confirmation: '' } })).toBe(false);
  expect(isDirty({ password: { value: 'x', confirmation: '' } })).toBe(true);
  expect(isDirty({ nuevoAmbiente: 'Test' })).toBe(true);
});
