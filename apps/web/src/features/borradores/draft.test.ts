import { type Draft, treeOf, trimestreDe } from '@timbre/ecf';
import { type Fecha, tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { bodyOf, copyOf, emptyLine, items, lineInDraft, newDraft, ofType, reasonsOf, tipoPath } from './draft.ts';
import { judge } from './judge.ts';
import { listAt, nodeAt, type Tree, textAt, withAt } from './tree.ts';

const today = '23-11-2026' as Fecha;
const now = Date.parse('2026-11-23T15:00:00Z');
const issuer = {
  rnc: '199000005',
  razonSocial: 'Colmado Inventado SRL',
  datos: { direccion: 'Calle Uno 1' },
  tasasSelectivo: [],
};
const line = { ...emptyLine, NombreItem: 'Varilla', PrecioUnitarioItem: '100.00' };

const sale = (tipo: '31' | '32' = '31'): Tree => {
  const draft = withAt(newDraft(tipo), items, [line]);
  if (tipo === '32') return draft;
  const buyer = { RNCComprador: '131246796', RazonSocialComprador: 'Constructora Inventada SRL' };
  return withAt(draft, 'Encabezado.Comprador', buyer);
};

describe('the type of a draft', () => {
  test.each(tiposECF)(
    'a draft that becomes a %s has nothing that the schema does not have',
    { tags: ['SI5-4'] },
    (tipo) => {
      const full = {
        ...sale(),
        InformacionReferencia: { NCFModificado: 'E310000000001' },
        Encabezado: {
          ...(sale().Encabezado as Tree),
          Transporte: { ViaTransporte: '01', Conductor: 'Ana' },
          InformacionesAdicionales: { TotalFob: '1.00', FechaEmbarque: '01-01-2026' },
        },
      };
      const draft = ofType(full, tipo);
      const inSchema = (node: unknown, nodes: ReturnType<typeof treeOf>): boolean =>
        typeof node === 'string' ||
        (Array.isArray(node)
          ? node.every((one) => inSchema(one, nodes))
          : Object.entries(node as Tree).every(([name, value]) => {
              const schema = nodes.find((one) => one.name === name);
              return (
                schema !== undefined && schema.occurs(tipo)[1] > 0 && (schema.type || inSchema(value, schema.children))
              );
            }));
      expect(inSchema(draft, treeOf(tipo))).toBe(true);
      expect(textAt(draft, tipoPath)).toBe(tipo);
      expect(listAt(draft, items)).toHaveLength(1);
    },
  );

  test('another type keeps the buyer and the lines that it has too', () => {
    const note = ofType(sale(), '34');
    expect(textAt(note, 'Encabezado.Comprador.RNCComprador')).toBe('131246796');
    expect(textAt(note, `${items}[1].NombreItem`)).toBe('Varilla');
  });
});

describe('the issued document', () => {
  test('an issued document has no empty line, and its lines are numbered', () => {
    const draft = withAt(sale(), items, [line, emptyLine, { ...line, NombreItem: 'Cemento' }]);
    const body = bodyOf(draft, today);
    expect(
      listAt(body, items).map((one) => [textAt(one as Tree, 'NumeroLinea'), textAt(one as Tree, 'NombreItem')]),
    ).toEqual([
      ['1', 'Varilla'],
      ['2', 'Cemento'],
    ]);
    expect([1, 2].map((n) => lineInDraft(draft, n))).toEqual([1, 3]);
  });

  test.each([
    ['24-10-2026', '0'],
    ['23-10-2026', '1'],
  ])(
    'a credit note of an invoice of %s has the indicator %s: later than 30 days or not',
    { tags: ['SI5-4'] },
    (fecha, indicador) => {
      const draft = withAt(ofType(sale(), '34'), 'InformacionReferencia.FechaNCFModificado', fecha);
      expect(textAt(bodyOf(draft, today), 'Encabezado.IdDoc.IndicadorNotaCredito')).toBe(indicador);
    },
  );

  test('a discount has its table, and withholding in the details of a line has its agent', () => {
    const discounted = withAt(sale(), `${items}[1].DescuentoMonto`, '10.00');
    const body = bodyOf(discounted, today);
    expect(nodeAt(body, `${items}[1].TablaSubDescuento`)).toEqual({
      SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: '10.00' }],
    });
    const bought = withAt(ofType(sale(), '41'), `${items}[1].Retencion.MontoISRRetenido`, '10.00');
    expect(textAt(bodyOf(bought, today), `${items}[1].Retencion.IndicadorAgenteRetencionoPercepcion`)).toBe('1');
  });
});

describe('the withholding of a purchase', () => {
  const seller = { RNCComprador: '99900000011', RazonSocialComprador: 'María Prueba Ejemplo' };
  const work = { ...line, IndicadorBienoServicio: '2', PrecioUnitarioItem: '10000.00' };
  const purchase = (lines: readonly Tree[] = [work], tipo: '41' | '47' = '41') =>
    withAt(withAt(ofType(sale(), tipo), 'Encabezado.Comprador', seller), items, lines);
  const of = (draft: Tree, datos: object = { agenteRetencion: true }) =>
    judge(draft, { ...issuer, datos: { ...issuer.datos, ...datos } }, now);
  const stated = ({ body }: ReturnType<typeof of>) =>
    listAt(body, items).map((one) => [
      textAt(one as Tree, 'Retencion.MontoITBISRetenido'),
      textAt(one as Tree, 'Retencion.MontoISRRetenido'),
    ]);

  test('withholding is shown and issued alike, where the company withholds', () => {
    const goods = { ...work, IndicadorBienoServicio: '1', PrecioUnitarioItem: '100.00' };
    const judged = of(purchase([work, emptyLine, goods]));
    expect(stated(judged)).toEqual([
      ['1800.00', '1500.00'],
      ['18.00', ''],
    ]);
    const { groups, total, aPagar, isAsked } = judged.retenciones!;
    expect(groups.map(({ id, lineas, base, tasa, monto }) => [id, lineas, base, tasa, monto])).toEqual([
      ['ITBISServicios', [1], '1800.00', '100 %', '1800.00'],
      ['ITBISBienes', [3], '18.00', '100 %', '18.00'],
      ['ISR', [1], '10000.00', '15 %', '1500.00'],
    ]);
    expect([total, aPagar, isAsked]).toEqual(['3318.00', '8600.00', false]);
    expect(judged.faults).toEqual([]);
    expect(judged.lines[0]).toMatchObject({ itbisRetenido: '1800.00', isrRetenido: '1500.00' });
  });

  test('a statement whether the company withholds is required before a document is issued', () => {
    const judged = of(purchase(), {});
    expect(stated(judged)).toEqual([['', '']]);
    expect(judged.retenciones!.isAsked).toBe(true);
    expect(judged.faults.map(({ path, message, isNotice }) => [path, message, isNotice])).toEqual([
      ['retenciones.retiene', 'Diga si su empresa retiene a quienes le venden', false],
    ]);
    expect(stated(of(withAt(purchase(), 'retenciones.retiene', 'si'), {}))).toEqual([['1800.00', '1500.00']]);
    expect(stated(of(withAt(purchase(), 'retenciones.retiene', 'no'), {}))).toEqual([['0.00', '0.00']]);
  });

  test('withholding is zero where the company does not withhold, and the reason is shown', () => {
    const judged = of(purchase(), { agenteRetencion: false });
    expect(stated(judged)).toEqual([['0.00', '0.00']]);
    for (const { tasa, porque } of judged.retenciones!.groups)
      expect([tasa, porque]).toEqual([undefined, expect.stringContaining('no retiene')]);
    expect(judged.faults).toEqual([]);
  });

  test('withholding follows the kind of income that is chosen, and is zero for a reason', () => {
    const [isr] = of(purchase()).retenciones!.groups.filter(({ id }) => id === 'ISR');
    expect(isr!.otras).toEqual([{ clase: 'tecnico', nombre: 'servicio técnico', monto: '300.00' }]);
    const technical = withAt(purchase(), 'retenciones.clase', 'tecnico');
    expect(stated(of(technical))).toEqual([['1800.00', '300.00']]);
    const exempt = withAt(technical, 'retenciones.motivo.ISR', 'Tiene constancia de exención');
    const judged = of(exempt);
    expect(stated(judged)).toEqual([['1800.00', '0.00']]);
    expect(reasonsOf(exempt)).toBe('Tiene constancia de exención');
    expect(JSON.stringify(judged.body)).not.toContain('constancia');
    expect(judged.faults.every(({ isNotice }) => isNotice)).toBe(true);
  });

  test('the withholding of a payment abroad has the rate of its kind', () => {
    const paid = withAt(purchase([{ ...work, IndicadorFacturacion: '4' }], '47'), 'Encabezado.Comprador', {
      IdentificadorExtranjero: 'EX-1',
      RazonSocialComprador: 'Sample Services LLC',
    });
    expect(stated(of(paid))).toEqual([['', '2700.00']]);
    expect(stated(of(withAt(paid, 'retenciones.clase', 'regalias')))).toEqual([['', '1500.00']]);
  });

  test('withholding that a line states in its details is kept', () => {
    const own = { ...work, Retencion: { MontoITBISRetenido: '900.00', MontoISRRetenido: '0.00' } };
    const judged = of(purchase([own, work]));
    expect(stated(judged)).toEqual([
      ['900.00', '0.00'],
      ['1800.00', '1500.00'],
    ]);
    expect(judged.retenciones!.escritas).toEqual([1]);
  });

  test('withholding is decided anew in a copy and in another type', () => {
    const decided = withAt(purchase(), 'retenciones.clase', 'tecnico');
    expect(nodeAt(ofType(decided, '47'), 'retenciones')).toBeUndefined();
    const copy = copyOf(of(decided).body, '41');
    expect(nodeAt(copy, `${items}[1].Retencion`)).toBeUndefined();
    expect(stated(of(copy))).toEqual([['1800.00', '1500.00']]);
  });
});

describe('the judge', () => {
  test('the judge gives the totals of the schema’s arithmetic, and no fault of a valid invoice', () => {
    const { faults, totales, lines } = judge(sale(), issuer, now);
    expect(faults).toEqual([]);
    expect(totales).toMatchObject({ MontoGravadoI1: '100.00', TotalITBIS1: '18.00', MontoTotal: '118.00' });
    expect(lines).toEqual([{ monto: '100.00', itbis: '18.00', itbisRetenido: '', isrRetenido: '' }]);
    expect(judge(sale('32'), issuer, now).faults).toEqual([]);
  });

  test('the judge takes the specific excise of the quarter from the platform; without it, there is a fault', {
    tags: ['SI9-4'],
  }, () => {
    const beer = withAt(sale(), items, [
      {
        ...line,
        CantidadReferencia: '24.00',
        UnidadReferencia: '47',
        GradosAlcohol: '5.00',
        PrecioUnitarioReferencia: '80.00',
        TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.355', CodigoSubcantidad: '41' }] },
        TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }] },
      },
    ]);
    const trimestre = trimestreDe(today);
    const rates = { trimestre, alcohol: '750.25', cigarrillos20: '64.10', cigarrillos10: '32.05' };
    const known = judge(beer, { ...issuer, tasasSelectivo: [rates] }, now);
    expect(known.faults).toEqual([]);
    expect(known.totales).toMatchObject({ MontoImpuestoAdicional: '319.61', MontoTotal: '495.14' });
    const unknown = judge(beer, issuer, now);
    expect(unknown.faults).toMatchObject([{ code: 'ECF-IMPUESTO-01', isNotice: false }]);
    expect(unknown.faults[0]!.message).toContain('no está cargada');
  });

  test('a missing value is a fault at its field, by the lines of the draft', () => {
    const draft = withAt(withAt(sale(), 'Encabezado.Comprador.RNCComprador', '123'), items, [
      emptyLine,
      { ...line, CantidadItem: '' },
    ]);
    const paths = judge(draft, issuer, now).faults.map(({ path }) => path);
    expect(paths).toContain('Encabezado.Comprador.RNCComprador');
    expect(paths).toContain(`${items}[2].CantidadItem`);
  });

  test.each(tiposECF)('%s: an empty draft has faults, and none is about what the form adds by itself', (tipo) => {
    const { faults } = judge(newDraft(tipo), issuer, now);
    expect(faults.length).toBeGreaterThan(0);
    const own = /^Encabezado\.(Version|Emisor)|NumeroLinea|IndicadorNotaCredito|FechaHoraFirma|eNCF/;
    expect(faults.map(({ path }) => path).filter((path) => own.test(path))).toEqual([]);
  });
});

test('a copy has the buyer and the lines, not the number, the dates, the totals or the signature', () => {
  const { body } = judge(sale(), issuer, now);
  const issued = {
    ...body,
    Encabezado: {
      ...(body.Encabezado as Tree),
      IdDoc: {
        ...(nodeAt(body, 'Encabezado.IdDoc') as Tree),
        eNCF: 'E310000000007',
        FechaVencimientoSecuencia: '31-12-2028',
      },
      Emisor: { FechaEmision: '01-01-2026' },
      Totales: { MontoTotal: '118.00' },
    },
    FechaHoraFirma: '01-01-2026 10:00:00',
  };
  const copy = copyOf(issued, '31');
  expect(judge(copy, issuer, now).faults).toEqual([]);
  const text = JSON.stringify(copy satisfies Tree as Draft);
  for (const gone of ['E310000000007', '2026', 'MontoTotal', 'NumeroLinea']) expect(text).not.toContain(gone);
  expect(textAt(copy, `${items}[1].NombreItem`)).toBe('Varilla');
});
