import { describe, expect, it } from 'vitest';
import { draftOf, faultsOf } from './draft.ts';

const cliente = {
  id: '0190c5a2-0000-7000-8000-000000000001',
  rnc: '131246796',
  razonSocial: 'Comercial Yaque SRL',
  ambiente: 'Test',
  id_externo: 'C-17',
  apiKey: '',
  facturasEmitidas: 3,
  facturasRechazadas: 0,
  UsuarioID: null,
  certificado: null,
  datos: {},
};
const draft = draftOf(cliente);
const file = (name: string) => new File(['x'], name);

describe('the edit form of a company', () => {
  it('the edit form may be saved as it opens: blank passwords and no file change nothing', () =>
    expect(faultsOf(draft)).toEqual({}));

  it('a name is required', () => expect(faultsOf({ ...draft, razonSocial: ' ' })).toHaveProperty('razonSocial'));

  it('a certificate is accepted as .pfx only, with its password', { tags: ['S5-10'] }, () => {
    const withPassword = { certificadoPass: 'la del archivo' };
    expect(faultsOf({ ...draft, ...withPassword, certificado: file('empresa.PFX') })).toEqual({});
    expect(faultsOf({ ...draft, ...withPassword, certificado: file('empresa.p12') })).toHaveProperty('certificado');
    expect(faultsOf({ ...draft, certificado: file('empresa.pfx') })).toHaveProperty('certificadoPass');
    expect(faultsOf({ ...draft, ...withPassword })).toHaveProperty('certificado');
  });

  it('a new password is required twice', { tags: ['S5-10'] }, () => {
    const faults = faultsOf({ ...draft, Contrasena: 'cuatro ríos', ConfirmarContrasena: 'cuatro' });
    expect(faults).toEqual({ ConfirmarContrasena: 'Las nuevas contraseñas no coinciden.' });
  });
});
