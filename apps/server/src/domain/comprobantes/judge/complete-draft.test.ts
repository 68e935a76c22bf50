import { expect, test } from 'vitest';
import { completeDraft } from './complete-draft.ts';
import { judgeDraft } from './judge-draft.ts';
import { body, errorsOf, issuer, now, type Tree } from './testing/draft.ts';

const discount = (more: Tree) => ({
  DescuentosORecargos: { DescuentoORecargo: [{ NumeroLinea: 1, TipoAjuste: 'D', ...more }] },
});
const note = (NCFModificado: string, FechaNCFModificado: string) => ({
  InformacionReferencia: { NCFModificado, FechaNCFModificado, CodigoModificacion: 3 },
});
const paid = (MontoPago: string) => ({ TablaFormasPago: { FormaDePago: [{ FormaPago: 1, MontoPago }] } });
const withITBIS = { Totales: { MontoGravadoI1: '1000.00', TotalITBIS: '180.00', MontoTotal: '1180.00' } };

test('a sound document has no errors, and has its totals', () => {
  const { tree, errores } = completeDraft(body('31', {}), issuer, now, []);
  expect(errores).toEqual([]);
  expect(tree.Encabezado.Totales).toMatchObject({ TotalITBIS: '180.00', MontoTotal: '1180.00' });
});

test.each<[campo: string, document: object]>([
  ['DetallesItems.Item[1].PrecioUnitarioItem', body('31', { item: { PrecioUnitarioItem: true } })],
  ['DetallesItems.Item[1].PrecioUnitarioItem', body('31', { item: { PrecioUnitarioItem: false } })],
  ['DetallesItems.Item[1].NombreItem', body('31', { item: { NombreItem: true } })],
  ['DetallesItems.Item[1].IndicadorFacturacion', body('31', { item: { IndicadorFacturacion: true } })],
  ['Encabezado.IdDoc.TipoeCF', body('31', { idDoc: { TipoeCF: true } })],
  ['Encabezado.Totales.MontoTotal', body('31', { encabezado: { Totales: { MontoTotal: false } } })],
  [
    'Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor[1]',
    body('31', { encabezado: { Emisor: { TablaTelefonoEmisor: { TelefonoEmisor: [true] } } } }),
  ],
])('a boolean at %s is refused: it is neither a text nor a number', (campo, document) => {
  const { errores, split } = completeDraft(document, issuer, now, []);
  expect([errores.map((error) => [error.codigo, error.campo]), split]).toEqual([[['JSON-TIPO', campo]], undefined]);
  expect(errores[0]!.mensaje).toMatch(/dice (true|false) \(verdadero o falso\) y debe ser un texto o un número$/);
});

test('a code written as a number is that code, as in a workbook', () => {
  const { tree, errores } = completeDraft(body('31', { idDoc: { TipoIngresos: 1 } }), issuer, now, []);
  expect([errores, tree.Encabezado.IdDoc]).toMatchObject([[], { TipoIngresos: '01', TipoPago: '1' }]);
});

test('what people write is fitted to its element, and each text that was changed has a notice', () => {
  const { tree, errores } = completeDraft(
    body('31', {
      idDoc: { TipoIngresos: ' 01', IndicadorMontoGravado: false, TipoPago: 2, FechaLimitePago: '2025-12-01' },
      encabezado: { Comprador: { RNCComprador: '132-11111-7\u00a0', RazonSocialComprador: 'Constructora SRL' } },
      item: { PrecioUnitarioItem: 0.1 + 0.2, CantidadItem: 10 },
    }),
    issuer,
    now,
    [],
  );
  expect(tree).toMatchObject({
    Encabezado: {
      IdDoc: { TipoIngresos: '01', IndicadorMontoGravado: '0', FechaLimitePago: '01-12-2025' },
      Comprador: { RNCComprador: '132111117' },
    },
    DetallesItems: { Item: [{ PrecioUnitarioItem: '0.3', MontoItem: '3.00' }] },
  });
  expect(errores.map(({ codigo, campo, mensaje, aviso }) => [codigo, campo, mensaje, aviso])).toEqual(
    [
      ['Encabezado.IdDoc.TipoIngresos', '«01» tenía espacios alrededor, y se quitaron'],
      ['Encabezado.IdDoc.IndicadorMontoGravado', '«false» se escribió «0», como lo pide el formato'],
      ['Encabezado.IdDoc.FechaLimitePago', '«2025-12-01» se escribió «01-12-2025», como lo pide el formato'],
      [
        'Encabezado.Comprador.RNCComprador',
        '«132-11111-7», con espacio duro (U+00A0), se escribió «132111117», como lo pide el formato',
      ],
    ].map(([campo, mensaje]) => ['JSON-AJUSTADO', campo, mensaje, true]),
  );
});

test('a text without anything to see is an absent element, and so is a group of them', () => {
  const blank = {
    idDoc: { FechaLimitePago: ' \u00a0' },
    encabezado: { InformacionesAdicionales: { Conductor: '\u200b' } },
  };
  const { tree, errores } = completeDraft(body('31', blank), issuer, now, []);
  expect([errores, tree.Encabezado.IdDoc]).toEqual([[], expect.not.objectContaining({ FechaLimitePago: ' \u00a0' })]);
});

test('a name in other capitals is refused with the name that it should have, at every level', () => {
  const { IdDoc, ...encabezado } = body('31', {}).Encabezado;
  const { TipoeCF, ...idDoc } = IdDoc;
  const lower = { encabezado: { ...encabezado, idDoc: { ...idDoc, tipoeCF: TipoeCF } }, DetallesItems: {} };
  const namesOf = (document: object) =>
    completeDraft(document, issuer, now, []).errores.map(({ codigo, campo, mensaje }) => [codigo, campo, mensaje]);
  const wrong = (campo: string, written: string, name: string) => [
    'JSON-NOMBRE',
    campo,
    `«${written}» se escribe «${name}»: los nombres distinguen mayúsculas de minúsculas`,
  ];
  expect(namesOf(lower)).toEqual([
    wrong('encabezado.idDoc.tipoeCF', 'tipoeCF', 'TipoeCF'),
    wrong('encabezado.idDoc', 'idDoc', 'IdDoc'),
    wrong('encabezado', 'encabezado', 'Encabezado'),
  ]);
  expect(namesOf({ ecf: body('31', {}) })).toEqual([wrong('ecf', 'ecf', 'ECF')]);
});

test('of two names of one element that state different values neither is chosen', () => {
  const sound = body('31', {});
  const [line] = sound.DetallesItems.Item;
  const other = { ...line, PrecioUnitarioItem: '2.00' };
  const lost = (document: object) => errorsOf(document).filter(({ codigo }) => codigo === 'JSON-DOBLE');
  const at = (campo: string) => [{ codigo: 'JSON-DOBLE', campo, aviso: false }];
  const { IdDoc } = sound.Encabezado;
  const withId = (more: Tree) => ({ ...sound, Encabezado: { ...sound.Encabezado, IdDoc: { ...IdDoc, ...more } } });
  expect(lost({ ...sound, DetallesItems: { Item: [line], Items: [other] } })).toEqual(at('DetallesItems.Items'));
  expect(lost(withId({ encf: 'E310000000001', eNCF: 'E310000000002' }))).toEqual(at('Encabezado.IdDoc.encf'));
  const [one, two] = ['E310000000001', 'E310000000002'].map((eNCF) => note(eNCF, '14-11-2025').InformacionReferencia);
  expect(lost({ ...sound, Referencia: one, InformacionReferencia: two })).toEqual(at('Referencia'));
  const foreign = { OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '60' }, Totales: { TipoCambio: '61' } };
  expect(lost(body('31', { encabezado: foreign }))).toEqual(at('Encabezado.Totales.TipoCambio'));
  expect(lost({ ECF: sound, Encabezado: { IdDoc: { TipoeCF: '32' } } })).toEqual(at('Encabezado'));
});

test('two names of one element that state the same value are one', () => {
  const sound = body('31', {});
  const { Item } = sound.DetallesItems;
  const twice = { ...sound, DetallesItems: { Item, Items: Item } };
  expect(errorsOf({ ECF: twice, '?xml': { version: '1.0' } })).toEqual([]);
});

test('an additional tax of zero is an absent element, as in a workbook; one that the lines owe is refused', () => {
  const zeros = {
    Totales: {
      MontoImpuestoAdicional: 0,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [{ TipoImpuesto: '002', TasaImpuestoAdicional: '2', OtrosImpuestosAdicionales: '0.00' }],
      },
    },
  };
  const { MontoImpuestoAdicional } = zeros.Totales;
  const { tree, errores } = completeDraft(
    body('31', { encabezado: { Totales: { MontoImpuestoAdicional } } }),
    issuer,
    now,
    [],
  );
  expect([errores, tree.Encabezado.Totales]).toEqual([[], expect.not.objectContaining({ MontoImpuestoAdicional })]);
  const taxed = { TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '002' }] } };
  expect(errorsOf(body('31', { encabezado: zeros, item: taxed })).map(({ codigo }) => codigo)).toEqual([
    'ECF-IMPUESTO-02',
    'ECF-TOTALES-10',
    'ECF-TOTALES-11',
  ]);
});

test('a discount larger than its line is refused as such, not by the negative amounts that follow', () => {
  expect(errorsOf(body('31', { item: { DescuentoMonto: '1500.00' } }))).toEqual([
    { codigo: 'ECF-DESCUENTO-03', campo: 'DetallesItems.Item[1].DescuentoMonto', aviso: false },
  ]);
  const global = discount({
    TipoValor: '$',
    MontoDescuentooRecargo: '1500.00',
    IndicadorFacturacionDescuentooRecargo: 1,
  });
  expect(errorsOf(body('31', { more: global }))).toEqual([
    {
      codigo: 'ECF-AJUSTE-11',
      campo: 'DescuentosORecargos.DescuentoORecargo[1].MontoDescuentooRecargo',
      aviso: false,
    },
  ]);
});

test('a line whose price in another currency is not its price in pesos at the rate is refused before it has a number', () => {
  const inDollars = (PrecioOtraMoneda: string) =>
    completeDraft(
      body('31', {
        encabezado: { OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '60.125' } },
        item: { PrecioUnitarioItem: '6012.50', OtraMonedaDetalle: { PrecioOtraMoneda } },
      }),
      issuer,
      now,
      [],
      'rechaza',
    ).errores;
  expect(inDollars('100.00')).toEqual([]);
  expect(inDollars('200.00')).toMatchObject([
    {
      codigo: 'ECF-MONEDA-15',
      campo: 'DetallesItems.Item[1].OtraMonedaDetalle.MontoItemOtraMoneda',
      aritmetica: true,
      mensaje:
        'La línea es de 200.00 en la otra moneda, pero su MontoItem de 6,012.50 en pesos entre el TipoCambio 60.125 da 100.00',
    },
  ]);
});

test('the totals of an excise of a known quarter are completed: specific, ad valorem and their sum', () => {
  const beer = {
    CantidadItem: 10,
    CantidadReferencia: '24.00',
    UnidadReferencia: '47',
    GradosAlcohol: '5.00',
    PrecioUnitarioReferencia: '80.00',
    TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.355', CodigoSubcantidad: '41' }] },
    TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }, { TipoImpuesto: '023' }] },
  };
  const { tree, errores } = completeDraft(body('31', { item: beer }), issuer, now, []);
  expect(errores).toEqual([]);
  expect(tree.Encabezado.Totales).toMatchObject({
    MontoImpuestoAdicional: expect.stringMatching(/^\d+\.\d\d$/),
    ImpuestosAdicionales: {
      ImpuestoAdicional: [
        { TipoImpuesto: '006', MontoImpuestoSelectivoConsumoEspecifico: '3176.26' },
        { TipoImpuesto: '023', MontoImpuestoSelectivoConsumoAdvalorem: expect.stringMatching(/^\d+\.\d\d$/) },
      ],
    },
  });
});

test('a body that is not UTF-8 is refused; a text that lost letters before it was sent has a notice', () => {
  const json = JSON.stringify(body('31', { item: { NombreItem: 'Piña colada' } }));
  const judge = (bytes: Buffer) => judgeDraft({ body: bytes, issuer, now, tasas: [], keyed: false, sums: 'rechaza' });
  expect(() => judge(Buffer.from(json, 'latin1'))).toThrow(/^El cuerpo no es UTF-8: el byte \d+ \(0xF1\) no lo es/);
  expect(judge(Buffer.from(json)).errores).toEqual([]);
  expect(judge(Buffer.from(json.replace('ñ', '\ufffd'))).errores).toMatchObject([
    { codigo: 'ECF-TEXTO-01', campo: 'DetallesItems.Item[1].NombreItem', aviso: true },
  ]);
});

test('texts are written in plain text before anything is signed, with a notice for each field', {
  tags: ['P3.10'],
}, () => {
  const crude = body('31', {
    item: { NombreItem: 'Pan\r\ndulce\u0085y\u2028agua', DescripcionItem: 'Cafe\u0301' },
    encabezado: { Comprador: { RNCComprador: '132111117', RazonSocialComprador: 'Uno\rDos' } },
  });
  const seller = { ...issuer, datos: { direccion: 'Calle\u2029Primera' } };
  const { tree, errores, split } = completeDraft(crude, seller, now, []);
  expect(errores.map(({ codigo, campo, aviso }) => [codigo, campo, aviso])).toEqual(
    [
      'Encabezado.Comprador.RazonSocialComprador',
      'Encabezado.Emisor.DireccionEmisor',
      'DetallesItems.Item[1].NombreItem',
      'DetallesItems.Item[1].DescripcionItem',
    ].map((campo) => ['ECF-TEXTO-02', campo, true]),
  );
  expect(tree.DetallesItems.Item[0]).toMatchObject({ NombreItem: 'Pan\ndulce\ny\nagua', DescripcionItem: 'Café' });
  expect(split!.middle).not.toMatch(/&#x|[\r\u0085\u2028\u2029]/);
});

test('excise of an unknown rate has a notice if it is stated; if not, the refusal names the quarter', () => {
  const beer = {
    CantidadItem: 10,
    CantidadReferencia: '24.00',
    UnidadReferencia: '47',
    GradosAlcohol: '5.00',
    PrecioUnitarioReferencia: '80.00',
    TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.355', CodigoSubcantidad: '41' }] },
    TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }] },
  };
  const judge = (totals: object) =>
    completeDraft(
      body('31', { item: beer, encabezado: { Emisor: { FechaEmision: '15-02-2026' }, ...totals } }),
      issuer,
      Date.UTC(2026, 1, 15, 14, 30),
      [],
    ).errores.filter(({ codigo }) => codigo.startsWith('ECF-IMPUESTO'));
  const rate = { TipoImpuesto: '006', TasaImpuestoAdicional: '745.60' };
  expect(judge({ Totales: { ImpuestosAdicionales: { ImpuestoAdicional: [rate] } } })).toMatchObject([
    {
      codigo: 'ECF-IMPUESTO-07',
      aviso: true,
      mensaje: expect.stringMatching(/^La tasa del trimestre enero-marzo de 2026 no está cargada.* 006, 745\.60:/),
    },
  ]);
  expect(judge({})).toMatchObject([
    {
      codigo: 'ECF-IMPUESTO-01',
      mensaje: expect.stringMatching(
        /^La tasa del trimestre enero-marzo de 2026 no está cargada, y los totales no dicen/,
      ),
    },
  ]);
});

test('an invoice of 0.00 has a notice, unless it is free', () => {
  const zero = { item: { PrecioUnitarioItem: '0.00' } };
  expect(errorsOf(body('31', zero))).toEqual([
    { codigo: 'ECF-CERO-01', campo: 'Encabezado.Totales.MontoTotal', aviso: true },
  ]);
  expect(errorsOf(body('31', { ...zero, idDoc: { TipoPago: 3 } }))).toEqual([]);
});

test.each([
  [
    'ECF-FECHA-06',
    'Encabezado.Emisor.FechaEmision',
    body('31', { encabezado: { Emisor: { FechaEmision: '16-11-2025' } } }),
  ],
  [
    'ECF-FECHA-01',
    'Encabezado.IdDoc.FechaVencimientoSecuencia',
    body('31', {
      idDoc: { FechaVencimientoSecuencia: '14-11-2025' },
      encabezado: { Emisor: { FechaEmision: '10-11-2025' } },
    }),
  ],
  [
    'ECF-MUNICIPIO-01',
    'Encabezado.Emisor.Municipio',
    body('31', { encabezado: { Emisor: { Municipio: '320301', Provincia: '010000' } } }),
  ],
  [
    'ECF-AJUSTE-09',
    'DescuentosORecargos.DescuentoORecargo[1].MontoDescuentooRecargo',
    body('31', {
      more: discount({
        TipoValor: '%',
        ValorDescuentooRecargo: '10.00',
        MontoDescuentooRecargo: '300.00',
        IndicadorFacturacionDescuentooRecargo: 1,
      }),
    }),
  ],
  [
    'ECF-AJUSTE-10',
    'DescuentosORecargos.DescuentoORecargo[1].IndicadorFacturacionDescuentooRecargo',
    body('31', {
      more: discount({
        TipoValor: '$',
        MontoDescuentooRecargo: '50.00',
        IndicadorFacturacionDescuentooRecargo: 2,
      }),
    }),
  ],
  [
    'ECF-RETENCION-05',
    'DetallesItems.Item[1].Retencion.MontoITBISRetenido',
    body('41', {
      item: { Retencion: { IndicadorAgenteRetencionoPercepcion: 1, MontoISRRetenido: '100.00' } },
      idDoc: { TipoIngresos: null },
    }),
  ],
  [
    'ECF-NOTACREDITO-01',
    'Encabezado.Totales.TotalITBIS',
    body('34', {
      idDoc: { IndicadorNotaCredito: 1 },
      encabezado: withITBIS,
      more: note('E310000000001', '01-10-2025'),
    }),
  ],
  [
    'ECF-REFERENCIA-08',
    'Encabezado.IdDoc.IndicadorNotaCredito',
    body('34', { idDoc: { IndicadorNotaCredito: 0 }, more: note('E310000000001', '01-10-2025') }),
  ],
  [
    'ECF-NCFMODIFICADO-01',
    'InformacionReferencia.NCFModificado',
    body('33', { more: note('E420000000001', '01-11-2025') }),
  ],
])('%s refuses a document at %s', (codigo, campo, document) => {
  const refusals = errorsOf(document).filter(({ aviso }) => !aviso);
  expect(refusals).toEqual([{ codigo, campo, aviso: false }]);
});

test.each([
  ['ECF-PAGO-02', 'Encabezado.IdDoc.TablaFormasPago', body('31', { idDoc: paid('9000.00') })],
  [
    'ECF-RNC-01',
    'Encabezado.Comprador.RNCComprador',
    body('31', { encabezado: { Comprador: { RNCComprador: '132111118', RazonSocialComprador: 'Constructora' } } }),
  ],
])('%s at %s is only a notice', (codigo, campo, document) => {
  expect(errorsOf(document)).toEqual([{ codigo, campo, aviso: true }]);
});

test('payments below the total are sound', () => {
  expect(errorsOf(body('31', { idDoc: paid('1.00') }))).toEqual([]);
});
