import { describe, expect, it } from 'vitest';
import { anecf, ecfs, rfce } from '../testing/sound-documents.ts';
import { deriveRFCE } from './rfce.ts';
import { compareRFCE } from './rules/rfce.ts';
import { validate } from './validate.ts';

const faultsOf = (tree: unknown) => validate('ECF', tree).map(({ code, path }) => `${code} ${path}`);
const e31 = ecfs['31'];

describe('validate', () => {
  it('faults of structure and of rules are reported together, each with its severity', () => {
    const { eNCF, ...IdDoc } = e31.Encabezado.IdDoc;
    const tree = { ...e31, Encabezado: { ...e31.Encabezado, IdDoc: { ...IdDoc, TipoPago: '2' } } };
    expect(eNCF).toBe('E310000000007');
    expect(validate('ECF', tree).map(({ code, severity }) => [code, severity])).toEqual([
      ['XSD-FALTA', 'rechazo'],
      ['ECF-FECHA-02', 'rechazo'],
    ]);
  });

  it('sums are not checked while a number is malformed', () => {
    const Totales = { ...e31.Encabezado.Totales, MontoGravadoI1: '1,000.00' };
    expect(faultsOf({ ...e31, Encabezado: { ...e31.Encabezado, Totales } })).toEqual([
      'XSD-PATRON Encabezado.Totales.MontoGravadoI1',
    ]);
  });

  it('a fault has the code of the authority where it is known', () => {
    const [item, ...rest] = e31.DetallesItems.Item;
    const tree = {
      ...e31,
      DetallesItems: { Item: [{ ...item, DescuentoMonto: '149.00', MontoItem: '871.00' }, ...rest] },
    };
    expect(validate('ECF', tree)).toEqual([
      {
        code: 'ECF-DESCUENTO-01',
        path: 'DetallesItems.Item[1].DescuentoMonto',
        message: 'DescuentoMonto dice 149.00, pero TablaSubDescuento suma 150.00',
        severity: 'rechazo',
        codigoDGII: '2020',
      },
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'ECF'],
    ['a list', []],
    ['no type', {}],
    ['a type that is none', { Encabezado: { IdDoc: { TipoeCF: '99' } }, DetallesItems: { Item: 5 } }],
    ['a text for a list', { ...e31, DetallesItems: { Item: 'x' } }],
    ['a number for a text', { ...e31, FechaHoraFirma: 5 }],
    ['what its type does not admit', { ...ecfs['43'], DescuentosORecargos: { DescuentoORecargo: 'x' } }],
    ['null within', { ...e31, DetallesItems: { Item: [null] } }],
    ['more lines than admitted', { ...e31, DetallesItems: { Item: Array(20_000).fill('x') } }],
  ])('a root of %s is refused without failing', (_, tree) => {
    expect(faultsOf(tree).every((fault) => /^(XSD|ESTRICTO)-/.test(fault))).toBe(true);
    expect(faultsOf(tree)).not.toEqual([]);
  });

  it('the other formats are validated', () => {
    expect(validate('RFCE', rfce)).toEqual([]);
    expect(validate('ANECF', anecf)).toEqual([]);
    expect(validate('SemillaModel', { valor: 'x', fecha: '2025-11-15T10:00:00' })).toEqual([]);
  });
});

describe('compareRFCE', () => {
  const invoice = {
    ...ecfs['32'],
    Encabezado: {
      ...ecfs['32'].Encabezado,
      Totales: { MontoExento: '500', MontoTotal: '500' },
    },
  };
  const summary = deriveRFCE(invoice, 'a1B2c3');

  it('the summary of an invoice differs in nothing, whatever its security code and its zeros', () => {
    expect(compareRFCE(summary, invoice)).toEqual([]);
    const { CodigoSeguridadeCF, ...Encabezado } = summary.Encabezado;
    expect(CodigoSeguridadeCF).toBe('a1B2c3');
    const plain = { ...Encabezado, Totales: { ...summary.Encabezado.Totales, MontoTotal: '500' } };
    expect(compareRFCE({ Encabezado: plain }, invoice)).toEqual([]);
  });

  it('every element of a summary that differs, is missing or is too many is named', () => {
    const { TipoPago, ...IdDoc } = summary.Encabezado.IdDoc;
    const other = {
      Encabezado: {
        ...summary.Encabezado,
        IdDoc,
        Totales: { ...summary.Encabezado.Totales, MontoTotal: '501.00', TotalITBIS: '1.00' },
      },
    };
    expect(compareRFCE(other, invoice).map(({ path, message }) => [path, message])).toEqual([
      ['Encabezado.IdDoc.TipoPago', `El resumen dice nada y la factura completa ${TipoPago}`],
      ['Encabezado.Totales.MontoTotal', 'El resumen dice 501.00 y la factura completa 500.00'],
      ['Encabezado.Totales.TotalITBIS', 'El resumen dice 1.00 y la factura completa nada'],
    ]);
  });
});
