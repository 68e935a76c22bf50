import { describe, expect, it } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import { computeTotals } from '../arithmetic/compute.ts';
import type { Ajuste, Draft, Item } from '../arithmetic/draft.ts';
import { checkRules, rules } from './check.ts';
import type { RuleOptions } from './rule.ts';

const codes = (tree: Draft, options: RuleOptions = {}) => checkRules('ECF', tree, options).map(({ code }) => code);

type IdDoc = NonNullable<NonNullable<Draft['Encabezado']>['IdDoc']>;
const withIdDoc = (base: Draft, IdDoc: IdDoc): Draft => ({
  ...base,
  Encabezado: { ...base.Encabezado, IdDoc: { ...base.Encabezado?.IdDoc, ...IdDoc } },
});
const withComprador = (base: Draft, Comprador: object): Draft => ({
  ...base,
  Encabezado: { ...base.Encabezado, Comprador: { ...base.Encabezado?.Comprador, ...Comprador } },
});

/** A time in Santo Domingo on 15-11-2025, the day on which the sound documents are issued and signed. */
const onThatDay = (hours: number, minutes: number, seconds: number) =>
  Date.UTC(2025, 10, 15, hours + 4, minutes, seconds);

describe('dates', () => {
  it('an issue date of today is valid from the first second of the day in Santo Domingo', () => {
    const { FechaHoraFirma, ...unsigned } = ecfs['45'];
    expect(FechaHoraFirma).toBeDefined();
    expect(codes(unsigned, { now: onThatDay(0, 0, 0) })).toEqual([]);
    expect(codes(unsigned, { now: onThatDay(0, 0, -1) })).toEqual(['ECF-FECHA-06']);
    expect(codes(unsigned)).toEqual([]);
  });

  it('a sequence is valid until the end of its last day, whatever the day of issue', () => {
    const until = (FechaVencimientoSecuencia: string) => withIdDoc(ecfs['45'], { FechaVencimientoSecuencia });
    expect(codes(until('15-11-2025'), { now: onThatDay(23, 59, 59) })).toEqual([]);
    const [late, ...more] = checkRules('ECF', until('15-11-2025'), { now: onThatDay(24, 0, 0) });
    expect(more).toEqual([]);
    expect(late).toMatchObject({ code: 'ECF-FECHA-01', severity: 'rechazo', leavesNumberFree: true });
    expect(late?.message).toBe('La secuencia venció el 15-11-2025, antes de hoy, 16-11-2025');
    const [before] = checkRules('ECF', until('14-11-2025'));
    expect(before?.message).toBe('La secuencia venció el 14-11-2025, antes de la fecha de emisión 15-11-2025');
  });
});

describe('notices', () => {
  it('notices are of this platform only, and have no code of the authority', () => {
    const remarked = rules.filter(({ severity }) => severity === 'aviso').map(({ code }) => code);
    expect(remarked).toEqual([
      'ECF-PAGO-02',
      'ECF-PAGO-03',
      'ECF-PAGO-04',
      'ECF-CERO-01',
      'ECF-COMPRADOR-05',
      'ECF-PESO-01',
      'ECF-FECHA-07',
      'ECF-FECHA-09',
      'ECF-FECHA-10',
      'ECF-FECHA-11',
      'ECF-MEDIDA-01',
      'ECF-MONEDA-18',
      'ECF-RNC-01',
      'ECF-TEXTO-01',
      'ECF-TEXTO-02',
      'ECF-TEXTO-03',
      'ECF-TEXTO-04',
      'ECF-MONEDA-19',
      'ECF-ITEM-07',
      'ECF-ITEM-08',
      'ECF-ISC-08',
      'ECF-ISC-09',
      'ECF-RETENCION-12',
      'ECF-RETENCION-13',
      'ECF-RETENCION-14',
      'ECF-RETENCION-07',
      'ECF-RETENCION-08',
      'ECF-RETENCION-09',
      'ECF-IMPUESTO-07',
      'RFCE-TEXTO-01',
      'ACECF-TEXTO-01',
    ]);
  });

  it('payments may be below the total, equal, or above by the tolerance of its lines', () => {
    const paid = (...montos: string[]) =>
      codes(
        withIdDoc(ecfs['45'], {
          TablaFormasPago: { FormaDePago: montos.map((MontoPago) => ({ FormaPago: '1', MontoPago })) },
        }),
      );
    expect([paid('1.00'), paid('1000.00', '180.00'), paid('1181.00')]).toEqual([[], [], []]);
    expect(paid('1000.00', '181.01')).toEqual(['ECF-PAGO-02']);
  });

  it('the check digits of the buyer and of the absorbed taxpayer are a notice, that of the issuer is none', () => {
    const buyer = (RNCComprador: string) => codes(withComprador(ecfs['45'], { RNCComprador }));
    expect([buyer('132111117'), buyer('00100000009')]).toEqual([[], []]);
    expect([buyer('132111119'), buyer('00100000008')]).toEqual([['ECF-RNC-01'], ['ECF-RNC-01']]);
    const [lost] = checkRules('ECF', withComprador(ecfs['45'], { RNCComprador: '112345673' }));
    expect(lost?.message).toContain('con dos ceros delante es la cédula 00112345673');
    const absorbed = { ...ecfs['33'].InformacionReferencia, RNCOtroContribuyente: '132000006' };
    expect(checkRules('ECF', { ...ecfs['33'], InformacionReferencia: absorbed })).toMatchObject([
      { code: 'ECF-RNC-01', path: 'InformacionReferencia.RNCOtroContribuyente', severity: 'aviso' },
    ]);
    const { Encabezado } = ecfs['45'];
    const issuer = { ...Encabezado, Emisor: { ...Encabezado.Emisor, RNCEmisor: '132000006' } };
    expect(codes({ ...ecfs['45'], Encabezado: issuer })).toEqual([]);
  });
});

describe('addresses', () => {
  it('a municipality must be of its province; alone, either is accepted', () => {
    const buyer = (MunicipioComprador?: string, ProvinciaComprador?: string) =>
      checkRules(
        'ECF',
        withComprador(ecfs['45'], {
          ...(MunicipioComprador && { MunicipioComprador }),
          ...(ProvinciaComprador && { ProvinciaComprador }),
        }),
      );
    expect([buyer('320301', '320000'), buyer('010100'), buyer(undefined, '320000')]).toEqual([[], [], []]);
    expect(buyer('170203', '030000')).toMatchObject([
      {
        code: 'ECF-MUNICIPIO-01',
        path: 'Encabezado.Comprador.MunicipioComprador',
        message:
          'El municipio 170203 (SANTANA (D. M.)) no es de la provincia 030000 (PROVINCIA BAHORUCO), sino de 170000 (PROVINCIA PERAVIA)',
      },
    ]);
  });
});

describe('a global adjustment in percent', () => {
  const line = (PrecioUnitarioItem: string): Item => ({
    IndicadorFacturacion: '1',
    NombreItem: 'Artículo',
    IndicadorBienoServicio: '1',
    CantidadItem: '1.00',
    PrecioUnitarioItem,
  });
  const off = (ValorDescuentooRecargo: string, MontoDescuentooRecargo: string, more: Ajuste = {}): Ajuste => ({
    TipoAjuste: 'D',
    TipoValor: '%',
    ValorDescuentooRecargo,
    MontoDescuentooRecargo,
    IndicadorFacturacionDescuentooRecargo: '1',
    ...more,
  });
  const withAdjustments = (precio: string, incluido: string, ajustes: readonly Ajuste[], more: Item = {}) => {
    const base = withIdDoc(ecfs['45'], { IndicadorMontoGravado: incluido });
    return codes(
      computeTotals({
        ...base,
        Encabezado: { ...base.Encabezado, Totales: {} },
        DetallesItems: { Item: [{ ...line(precio), ...more }] },
        DescuentosORecargos: { DescuentoORecargo: ajustes },
      }),
    );
  };

  it('a global adjustment in percent is of its lines, within a unit', { tags: ['P3.7'] }, () => {
    expect(withAdjustments('1000.00', '0', [off('10.00', '101.00')])).toEqual([]);
    expect(withAdjustments('1000.00', '0', [off('10.00', '118.00')])).toEqual(['ECF-AJUSTE-09']);
    expect(withAdjustments('1000.00', '0', [off('10.00', '0.00')])).toEqual(['ECF-AJUSTE-09']);
  });
  it('a global adjustment in percent is of the prices without the ITBIS they include', () => {
    expect(withAdjustments('1180.00', '1', [off('10.00', '100.00')])).toEqual([]);
    expect(withAdjustments('1180.00', '1', [off('10.00', '118.00')])).toEqual(['ECF-AJUSTE-09']);
  });
  it('the percentage of a global adjustment may be derived from its amount', () => {
    expect(withAdjustments('1000000.00', '0', [off('1.23', '12345.67')])).toEqual([]);
    expect(withAdjustments('1000000.00', '0', [off('1.23', '12399.99')])).toEqual(['ECF-AJUSTE-09']);
  });
  it('a global adjustment may be of the lines or of the amount after the previous one', () => {
    expect(withAdjustments('1000.00', '0', [off('10.00', '100.00'), off('5.00', '50.00')])).toEqual([]);
    expect(withAdjustments('1000.00', '0', [off('10.00', '100.00'), off('5.00', '45.00')])).toEqual([]);
    expect(withAdjustments('1000.00', '0', [off('10.00', '100.00'), off('5.00', '40.00')])).toEqual(['ECF-AJUSTE-09']);
  });
  it('a global adjustment under Norma 10-07 is not checked, as the format does not state its base', () => {
    const cdt = { TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '002' }] } };
    expect(withAdjustments('1180.00', '1', [off('10.00', '118.00', { IndicadorNorma1007: '1' })], cdt)).toEqual([]);
  });
});

describe('the document that a note modifies', () => {
  const modifies = (NCFModificado: string) =>
    codes({ ...ecfs['33'], InformacionReferencia: { ...ecfs['33'].InformacionReferencia, NCFModificado } });

  it('a modified number has a type that exists, on paper or electronic, also the single record of income (12)', () => {
    expect(['E310000000001', 'B0100000001', 'B1200000001', 'A010010011200000001'].map(modifies)).toEqual([
      [],
      [],
      [],
      [],
    ]);
    const unknown = ['E420000000001', 'B0500000001', 'A010010019900000001', 'P010010010000000001'];
    for (const text of unknown) expect([text, modifies(text)]).toEqual([text, ['ECF-NCFMODIFICADO-01']]);
  });
  it('a modified number has the form of a number', () => {
    for (const text of ['E310000000000', 'C0100000001', 'B010000001'])
      expect([text, modifies(text)]).toEqual([text, ['ECF-REFERENCIA-01']]);
  });
});

describe('a credit note after 30 days', () => {
  it('a credit note after 30 days is computed without ITBIS, also from prices that include it', () => {
    const base = ecfs['34 pasados 30 días'];
    expect(base.Encabezado.Totales).toMatchObject({ TotalITBIS: '0.00', MontoTotal: '1000.00' });
    const included = withIdDoc(base, { IndicadorMontoGravado: '1' });
    const whole = computeTotals({ ...included, Encabezado: { ...included.Encabezado, Totales: {} } });
    expect(whole.Encabezado?.Totales).toMatchObject({
      MontoGravadoI1: '847.46',
      TotalITBIS: '0.00',
      MontoTotal: '847.46',
    });
    expect(codes(whole)).toEqual([]);
  });
});
