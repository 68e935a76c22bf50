import { tiposECF } from '@timbre/values';
import { describe, expect, it } from 'vitest';
import { ecfs } from '../testing/sound-documents.ts';
import type { Draft } from './arithmetic/draft.ts';
import { completeDraft } from './complete.ts';
import { factOfFault, type IssuerData, issuerElements } from './issuer-data.ts';
import { faultsOfIssuerData } from './issuer-faults.ts';
import { checkRules } from './rules/check.ts';
import type { RuleOptions } from './rules/rule.ts';
import { validateStructure } from './structure/validate-structure.ts';

const all: IssuerData = {
  direccion: 'Calle Primera 1',
  nombreComercial: 'La Esquina',
  sucursales: ['Principal', 'Del Este'],
  municipio: '110101',
  provincia: '110000',
  telefonos: ['809-555-0100', '829-555-0101'],
  correo: 'ventas@esquina.invalid',
  sitioWeb: 'esquina.invalid',
  actividadEconomica: 'Venta al por menor',
};
const now = Date.UTC(2025, 10, 15, 15);
const issuer = { rnc: '132000005', razonSocial: 'Colmado La Esquina SRL', datos: all };

/** A valid document of a type without the data of its issuer. */
const bareOf = (tipo: (typeof tiposECF)[number]): Draft => {
  const { Encabezado, ...rest } = ecfs[tipo] as Draft;
  const { Emisor: _, ...others } = Encabezado ?? {};
  return { Encabezado: others, ...rest } as Draft;
};

describe('the facts of an issuer', () => {
  it.each(tiposECF)('the facts of an issuer complete a document of type %s, which the schema then accepts', (tipo) => {
    const completed = completeDraft(bareOf(tipo), issuer, now);
    expect(completed.Encabezado.Emisor).toEqual({
      RNCEmisor: '132000005',
      RazonSocialEmisor: 'Colmado La Esquina SRL',
      NombreComercial: 'La Esquina',
      Sucursal: 'Principal',
      DireccionEmisor: 'Calle Primera 1',
      Municipio: '110101',
      Provincia: '110000',
      TablaTelefonoEmisor: { TelefonoEmisor: ['809-555-0100', '829-555-0101'] },
      CorreoEmisor: 'ventas@esquina.invalid',
      WebSite: 'esquina.invalid',
      ActividadEconomica: 'Venta al por menor',
      FechaEmision: '15-11-2025',
    });
    expect(validateStructure('ECF', completed)).toEqual([]);
  });

  it('an issuer without facts adds nothing', () => {
    expect(issuerElements({}, '31')).toEqual({});
    expect(issuerElements({ telefonos: [], sucursales: [] }, '31')).toEqual({});
  });

  it('no facts are added to a document without a type', () => {
    expect(issuerElements(all, '')).toEqual({});
  });

  it('the values that a document states are kept unchanged', () => {
    const stated = { NombreComercial: ' otro ', CorreoEmisor: 'x', TablaTelefonoEmisor: { TelefonoEmisor: ['1'] } };
    const { Encabezado, ...rest } = bareOf('31');
    const draft = { Encabezado: { ...Encabezado, Emisor: stated }, ...rest } as Draft;
    expect(completeDraft(draft, issuer, now).Encabezado.Emisor).toMatchObject(stated);
  });

  it('the municipality, province and branch of an issuer are not added to another address', () => {
    for (const stated of [{ DireccionEmisor: 'Otra calle' }, { Municipio: '010101' }, { Provincia: '010000' }]) {
      const added = issuerElements(all, '31', stated);
      expect([added.Municipio, added.Provincia, added.Sucursal]).toEqual([undefined, undefined, undefined]);
      expect(added.DireccionEmisor).toBe('Calle Primera 1');
    }
    expect(issuerElements(all, '31', { Sucursal: 'Del Este' }).Municipio).toBe('110101');
  });
});

describe('the check of the facts of an issuer', () => {
  it('facts that an e-CF accepts have no fault', () => {
    expect(faultsOfIssuerData(all)).toEqual([]);
    expect(faultsOfIssuerData({})).toEqual([]);
  });

  const wrong: [IssuerData, { fact: string; index?: number; code: string }][] = [
    [{ direccion: 'x'.repeat(101) }, { fact: 'direccion', code: 'XSD-LONGITUD' }],
    [{ direccion: '' }, { fact: 'direccion', code: 'XSD-VACIO' }],
    [{ direccion: 'con\u0001control' }, { fact: 'direccion', code: 'XSD-CARACTER' }],
    [{ nombreComercial: 'x'.repeat(151) }, { fact: 'nombreComercial', code: 'XSD-LONGITUD' }],
    [{ sucursales: ['bien', 'x'.repeat(21)] }, { fact: 'sucursales', index: 1, code: 'XSD-LONGITUD' }],
    [{ telefonos: ['809-555-0100', '8095550100'] }, { fact: 'telefonos', index: 1, code: 'XSD-PATRON' }],
    [{ correo: 'con_guion@bajo.invalid' }, { fact: 'correo', code: 'XSD-PATRON' }],
    [{ sitioWeb: `https://${'x'.repeat(50)}` }, { fact: 'sitioWeb', code: 'XSD-LONGITUD' }],
    [{ actividadEconomica: 'x'.repeat(101) }, { fact: 'actividadEconomica', code: 'XSD-LONGITUD' }],
    [{ municipio: '999999' }, { fact: 'municipio', code: 'XSD-CODIGO' }],
    [{ provincia: '999999' }, { fact: 'provincia', code: 'XSD-CODIGO' }],
    [{ municipio: '110000' }, { fact: 'municipio', code: 'XSD-CODIGO' }],
    [{ provincia: '110100' }, { fact: 'provincia', code: 'XSD-CODIGO' }],
    [
      { municipio: '110101', provincia: '010000' },
      { fact: 'municipio', code: 'ECF-MUNICIPIO-01' },
    ],
  ];
  it.each(wrong)('the fact %j is refused as in an e-CF', (data, fault) => {
    expect(faultsOfIssuerData(data)).toEqual([{ ...fault, message: expect.any(String) }]);
  });
});

describe('a fault of a document', () => {
  const fact = (path: string, code = 'XSD-FALTA', stated: object | undefined = {}) =>
    factOfFault({ code, path }, stated);

  it('a fault of a document names the fact that corrects it', () => {
    expect(fact('Encabezado.Emisor.DireccionEmisor')).toBe('direccion');
    expect(fact('Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor[2]', 'XSD-PATRON')).toBe('telefonos');
    expect(fact('Encabezado.Emisor.TablaTelefonoEmisor')).toBe('telefonos');
    for (const path of ['', 'Encabezado.Emisor', 'Encabezado.Emisor.RNCEmisor', 'Encabezado.Comprador.Municipio'])
      expect(fact(path)).toBeUndefined();
  });

  it('a fault in a value that the document states names no fact', () => {
    expect(fact('Encabezado.Emisor.CorreoEmisor', 'XSD-PATRON', { CorreoEmisor: 'x' })).toBeUndefined();
    expect(factOfFault({ code: 'XSD-FALTA', path: 'Encabezado.Emisor.DireccionEmisor' })).toBeUndefined();
  });

  it('a fault of a rule about a fact always names that fact', () => {
    const deferred = { code: 'ECF-DIFERIDO-01', path: 'Encabezado.IdDoc.IndicadorEnvioDiferido' };
    expect([factOfFault(deferred), factOfFault(deferred, {})]).toEqual(['envioDiferido', 'envioDiferido']);
    expect(fact('Encabezado.Emisor.FechaEmision', 'ECF-FECHA-07', { FechaEmision: '01-01-2020' })).toBe('emisorDesde');
  });
});

describe('deferred sending', () => {
  const deferred = (emisor?: RuleOptions['emisor']) => {
    const tree = structuredClone(ecfs[31]) as Draft;
    Object.assign(tree.Encabezado?.IdDoc ?? {}, { IndicadorEnvioDiferido: '1' });
    return checkRules('ECF', tree, emisor === undefined ? {} : { emisor }).map(({ code }) => code);
  };
  it('deferred sending requires the authorisation of the DGII; without facts of the issuer nothing is checked', () => {
    expect(deferred({})).toContain('ECF-DIFERIDO-01');
    expect(deferred({ envioDiferido: false })).toContain('ECF-DIFERIDO-01');
    expect(deferred({ envioDiferido: true })).not.toContain('ECF-DIFERIDO-01');
    expect(deferred()).not.toContain('ECF-DIFERIDO-01');
  });
});
