import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as mapping from '../index.ts';

const cuenta = (id: string, name: string, type = '', more: Partial<mapping.Account> = {}): mapping.Account => ({
  id,
  accountNumber: id,
  name,
  type,
  detailType: '',
  description: '',
  active: true,
  currency: 'DOP',
  ...more,
});

describe('the fields', () => {
  test('11 fields of the 606 and 13 of the 607 need an account', { tags: ['SR3-11'] }, () => {
    const needed = (reporte: mapping.MappedReport) =>
      mapping.mappingFields[reporte].filter(({ requiereMapeo }) => requiereMapeo).map(({ id }) => id);
    expect(needed('606')).toEqual([11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22].map((n) => `campo${n}`));
    expect(needed('607')).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21].map((n) => `campo${n}`));
  });

  test('the initial columns are those of the specification, each once', { tags: ['SR3-11'] }, () => {
    const columns = (reporte: mapping.MappedReport) =>
      Object.fromEntries(mapping.mappingFields[reporte].map(({ id, columnaExcel }) => [id, columnaExcel]));
    expect(columns('606')).toMatchObject({
      monto_facturado_bienes: 'K',
      monto_facturado_servicios: 'L',
      total_monto_facturado: 'M',
      itbis_facturado: 'N',
      campo11: 'O',
      campo17: 'U',
      campo22: 'Z',
      campo23: 'AA',
    });
    expect(columns('607')).toMatchObject({
      tipo_bienes_servicios: 'F',
      monto_facturado_ventas: 'I',
      itbis_facturado_ventas: 'J',
      campo9: 'K',
      campo21: 'W',
    });
    for (const reporte of ['606', '607'] as const)
      expect(mapping.repeatedColumns(reporte, columns(reporte))).toEqual([]);
  });
});

describe('words of accounts', () => {
  const fields = (reporte: mapping.MappedReport, ...cuentas: mapping.Account[]) =>
    mapping.mapByWords(reporte, cuentas).map(({ destino }) => destino);

  test.each([
    ['606', 'ITBIS por pagar', 'campo11'],
    ['606', 'ITBIS Facturado', 'campo11'],
    ['606', 'ITBIS retenido a proveedores', 'campo12'],
    ['606', 'ISR Retenido', 'campo18'],
    ['606', 'Retención de impuesto sobre la renta', 'campo18'],
    ['606', 'Combustibles y lubricantes', 'campo21'],
    ['606', 'Insurance expense', 'campo21'],
    ['606', 'Publicidad', 'campo21'],
    ['607', 'ITBIS por cobrar', 'campo9'],
    ['607', 'ITBIS retenido por clientes', 'campo10'],
    ['607', 'ISR retenido', 'campo12'],
    ['607', 'Ingresos por servicios', 'campo17'],
  ] as const)('%s: «%s» feeds %s', { tags: ['SR9-17'] }, (reporte, name, field) => {
    expect(fields(reporte, cuenta('1', name))).toEqual([field]);
  });

  test('the 606 has no income accounts and the 607 no expense accounts', { tags: ['SR9-17'] }, () => {
    expect(fields('606', cuenta('1', 'ITBIS facturado', 'Income'), cuenta('2', 'Seguros', 'Ingresos'))).toEqual([]);
    expect(fields('607', cuenta('1', 'Ventas', 'Expense'), cuenta('2', 'Ventas', 'Costo de Ventas'))).toEqual([]);
    expect(mapping.classifyByWords606([cuenta('1', 'Ventas', 'Income')])).toEqual([]);
    expect(mapping.classifyByWords607([cuenta('1', 'Nómina', 'Gastos')])).toEqual([]);
  });

  test.each([
    ['Nómina del personal', '01'],
    ['Limpieza', '02'],
    ['Alquiler de local', '03'],
    ['Mantenimiento de vehículos', '04'],
    ['Gastos de representación', '05'],
    ['Donaciones', '06'],
    ['Intereses bancarios', '07'],
    ['Pérdida por robo', '08'],
    ['Costo de ventas', '09'],
    ['Equipo de cómputo', '10'],
    ['Seguro de flotilla', '11'],
    ['Seguro social', '01'],
  ])('«%s» is of goods and services %s', (name, tipo) => {
    expect(mapping.classifyByWords606([cuenta('1', name)])[0]?.destino).toBe(tipo);
  });

  test.each([
    ['Ingresos por consultoría', 1],
    ['Intereses ganados', 2],
    ['Rendimiento de inversión', 2],
    ['Ingresos extraordinarios', 3],
    ['Ganancia en venta', 3],
    ['Renta de locales', 4],
    ['Venta de vehículo', 5],
  ])('«%s» is income %s', { tags: ['SR9-17'] }, (name, tipo) => {
    expect(mapping.classifyByWords607([cuenta('1', name, 'Income')])[0]?.destino).toBe(tipo);
  });

  test('cash and taxes to pay are neither income nor expenses, unless their words say so', { tags: ['SR9-17'] }, () => {
    const others = [
      cuenta('1', 'Caja general', 'Bank'),
      cuenta('2', 'ITBIS por pagar', 'Other Current Liability'),
      cuenta('3', 'Equipo de cómputo', 'Fixed Asset'),
    ];
    expect(mapping.classifyByWords607(others)).toEqual([]);
    expect(mapping.classifyByWords606(others).map(({ cuentaId, destino }) => [cuentaId, destino])).toEqual([
      ['3', '10'],
    ]);
  });

  test('the suggestion for an account without a type is less sure', { tags: ['SR9-17'] }, () => {
    const [typed, bare] = mapping.classifyByWords606([cuenta('1', 'X', 'Expense'), cuenta('2', 'X')]);
    expect([typed?.confianza, bare?.confianza]).toEqual([0.4, 0.25]);
  });
});

describe('changes of a mapping', () => {
  test('an account is not twice in one field', { tags: ['SR5-48'] }, () => {
    const once = mapping.addAccount(mapping.emptyMapping, '606', 'campo12', ['a', 'b']);
    expect(mapping.addAccount(once, '606', 'campo12', ['b', 'a'])).toBe(once);
    expect(mapping.removeAccount(once, '606', 'campo12', 'a').mapping606).toEqual({ campo12: ['b'] });
    expect(mapping.removeAccount(mapping.removeAccount(once, '606', 'campo12', 'a'), '606', 'campo12', 'b')).toEqual(
      mapping.emptyMapping,
    );
  });

  test('accounts added in any order and taken away again leave the mapping as it was', () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 20 });
    fc.assert(
      fc.property(ids, (accounts) => {
        const full = accounts.reduce((to, id) => mapping.addAccount(to, '607', 'campo9', [id]), mapping.emptyMapping);
        expect(full.mapping607.campo9 ?? []).toEqual(accounts);
        expect(accounts.reduce((to, id) => mapping.removeAccount(to, '607', 'campo9', id), full)).toEqual(
          mapping.emptyMapping,
        );
      }),
    );
  });

  test('classified accounts can be counted and removed', () => {
    const one = mapping.classifyAccounts(mapping.emptyMapping, { parte: 'mapeoTipos606', tipo: '03' }, ['a', 'b']);
    expect(mapping.accountCounts(one)).toMatchObject({ mapeoTipos606: 2, mapping606: 0 });
    expect(mapping.removeClassification(one, 'mapeoTipos606', ['a']).mapeoTipos606).toEqual({ b: '03' });
  });
});

describe('the state of a mapping', () => {
  test('a report is complete with all of its needed fields, and not before', { tags: ['SR5-47'] }, () => {
    let whole = mapping.emptyMapping;
    const needed = mapping.mappingFields607.filter(({ requiereMapeo }) => requiereMapeo);
    for (const { id } of needed) {
      expect(mapping.progressOf('607', whole).porciento).toBeLessThan(100);
      whole = mapping.addAccount(whole, '607', id, ['x']);
    }
    expect(mapping.progressOf('607', whole)).toEqual({ mapeados: 13, total: 13, porciento: 100, faltan: [] });
    expect(mapping.progressOf('606', whole)).toMatchObject({ mapeados: 0, total: 11, porciento: 0 });
  });

  test('each empty part of a mapping is reported', { tags: ['SR5-42', 'SR5-47'] }, () => {
    expect(mapping.mappingFaults(mapping.emptyMapping)).toEqual([
      'El mapeo del reporte 606 está vacío',
      'El mapeo del reporte 607 está vacío',
      'La clasificación de tipos de bienes y servicios (606) está vacía',
      'La clasificación de tipos de ingresos (607) está vacía',
    ]);
    expect(
      mapping.mappingFaults({
        mapping606: { campo11: ['a'] },
        mapping607: { campo9: ['b'] },
        mapeoTipos606: { a: '02' },
        mapeoTipos607: { b: 1 },
      }),
    ).toEqual([]);
  });

  test('accounts that feed a field or are classified are mapped; those outside the catalogue are not counted', () => {
    const catalogue = ['a', 'b', 'c', 'd'].map((id) => cuenta(id, id));
    const accountMapping = {
      mapping606: { campo11: ['a', 'gone'], campo12: ['a'] },
      mapping607: { campo9: ['b'] },
      mapeoTipos606: { c: '02' },
      mapeoTipos607: {},
    } as const;
    expect(mapping.mappingStatistics(catalogue, accountMapping)).toEqual({
      totalCuentas: 4,
      cuentasMapeadas: 3,
      cuentasSinMapear: 1,
      distribucionPorReporte: { reporte606: 2, reporte607: 1 },
    });
  });
});

describe('searches', () => {
  const many = mapping.indexAccounts([
    ...Array.from({ length: 40 }, (_, n) => cuenta(`10${String(n).padStart(2, '0')}`, `Caja ${n}`, 'Bank')),
    ...Array.from({ length: 60 }, (_, n) => cuenta(`8${n}10`, `Banco ${n}`, 'Bank')),
    cuenta('10', 'Efectivo', 'Bank'),
    cuenta('77', 'Depreciación acumulada', 'Activo'),
  ]);
  const ids = (text: string) => mapping.searchAccounts(many, text).map(({ id }) => id);

  test('a search lists the exact id first, then 20 that begin with it, then 30 that contain it', {
    tags: ['SR9-16'],
  }, () => {
    const matches = ids('10');
    expect(matches[0]).toBe('10');
    expect(matches.slice(1, 21).every((id) => id.startsWith('10'))).toBe(true);
    expect(matches.slice(21).every((id) => !id.startsWith('10') && id.includes('10'))).toBe(true);
    expect(matches).toHaveLength(50);
    // «anco» is contained in the names of 60 accounts, and starts none.
    expect(ids('anco')).toHaveLength(30);
    expect(ids('caj')).toHaveLength(20);
  });

  test('an empty search lists the first 20 accounts', { tags: ['SR9-16'] }, () => {
    expect(ids('  ')).toEqual(many.slice(0, 20).map(({ id }) => id));
  });

  test('accents and capitals do not matter in a search', () => {
    expect(ids('DEPRECIACION')).toEqual(['77']);
    expect(mapping.filterAccounts(many, 'acumulada activo').map(({ id }) => id)).toEqual(['77']);
    expect(mapping.filterAccounts(many, '')).toHaveLength(102);
  });

  test('a search lists at most 50 accounts, and none twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4 }), (text) => {
        const matches = ids(text);
        expect(matches.length).toBeLessThanOrEqual(50);
        expect(new Set(matches).size).toBe(matches.length);
      }),
    );
  });
});

describe('accounts written by hand', () => {
  const blank = { tipoDestino: '606', campoId: '', cuentaId: ' ', nombre: '', tipoClasificacion: '' } as const;

  test('each fault of an account written by hand is reported', { tags: ['SR5-49'] }, () => {
    expect(mapping.manualAccountFaults(blank)).toEqual([
      'El campo "Código de cuenta" es obligatorio.',
      'El campo "Nombre" es obligatorio.',
      'Debe seleccionar un campo del reporte.',
    ]);
    const named = { ...blank, cuentaId: '61', nombre: 'Luz' };
    expect(mapping.manualAccountFaults({ ...named, campoId: 'campo17' })).toEqual([
      'Debe seleccionar un campo del reporte.',
    ]);
    expect(mapping.manualAccountFaults({ ...named, campoId: 'campo11' })).toEqual([]);
    expect(mapping.manualAccountFaults({ ...named, tipoDestino: 'tipos606', tipoClasificacion: '12' })).toEqual([
      'Seleccione un tipo de bien/servicio válido.',
    ]);
    expect(mapping.manualAccountFaults({ ...named, tipoDestino: 'tipos607', tipoClasificacion: '7' })).toEqual([
      'Seleccione un tipo de ingreso válido.',
    ]);
    expect(mapping.manualAccountFaults({ ...named, tipoDestino: 'tipos607', tipoClasificacion: '06' })).toEqual([]);
  });

  test('a line is cut at tab, comma, semicolon and pipe: the code, and the rest as the description', {
    tags: ['SR5-50'],
  }, () => {
    expect(mapping.readAccountLines('61\tLuz\n\n62, Agua , potable\n63;Gas|GLP\n64').map(Object.values)).toEqual([
      [1, '61', 'Luz', ''],
      [3, '62', 'Agua - potable', ''],
      [4, '63', 'Gas - GLP', ''],
      [5, '64', '', ''],
    ]);
  });

  test('each fault of a list is reported once, with its line', { tags: ['SR5-49'] }, () => {
    expect(mapping.accountLinesFaults([], 'tipos606', '02')).toEqual(['Agrega al menos una cuenta en el listado.']);
    expect(mapping.accountLinesFaults(mapping.readAccountLines('61,Luz\n62,Agua'), 'tipos606', '')).toEqual([
      'Selecciona un tipo válido para aplicar a todas las cuentas.',
    ]);
    const [first, second] = mapping.readAccountLines(',Luz\n62');
    expect(mapping.accountLinesFaults([first!, { ...second!, tipoClasificacion: '99' }], 'tipos606', '02')).toEqual([
      'Línea 1: el código de cuenta es obligatorio.',
      'Línea 2: la descripción es obligatoria.',
      'Línea 2: selecciona un tipo válido.',
    ]);
    expect(mapping.accountLinesFaults([first!, first!], 'tipos606', '02')).toHaveLength(1);
    expect(mapping.accountLinesFaults(mapping.readAccountLines('61,Luz'), 'tipos607', '1')).toEqual([]);
  });
});

describe('columns', () => {
  test('column letters go from A to AZ', () => {
    expect(mapping.columnLetterChoices).toHaveLength(52);
    expect([mapping.columnLetterChoices[25], mapping.columnLetterChoices[26], mapping.columnLetterChoices[51]]).toEqual(
      ['Z', 'AA', 'AZ'],
    );
  });

  test('two fields with one letter are reported', () => {
    const { columnasExcel606 } = mapping.initialColumns;
    expect(mapping.repeatedColumns('606', { ...columnasExcel606, campo12: 'O' })).toEqual([
      { letra: 'O', campos: ['11 ITBIS facturado', '12 ITBIS retenido'] },
    ]);
  });

  test('a field that cannot be configured keeps its column; an unknown one is refused', { tags: ['SR2-18'] }, () => {
    expect(mapping.readExcelColumns({ columnasExcel607: { tipo_bienes_servicios: 'B', campo9: 'AZ' } })).toMatchObject({
      columnasExcel606: mapping.initialColumns.columnasExcel606,
      columnasExcel607: { tipo_bienes_servicios: 'F', campo9: 'AZ', campo10: 'L' },
    });
    for (const bad of [null, 'x', {}, { columnasExcel606: { campo99: 'A' } }, { columnasExcel606: { campo11: 'BA' } }])
      expect(mapping.readExcelColumns(bad)).toBeUndefined();
  });
});

describe('files', () => {
  const known: mapping.AccountMapping = {
    mapping606: { campo11: ['a', 'b'], monto_facturado_bienes: ['c'] },
    mapping607: { campo9: ['d'] },
    mapeoTipos606: { a: '09' },
    mapeoTipos607: { d: 1 },
  };

  test('an exported mapping is read back, also inside `mapeo`', () => {
    expect(mapping.readMapping(JSON.parse(JSON.stringify(known)))).toEqual({ partes: known, descartes: [] });
    expect(mapping.readMapping({ mapeo: known, fechaActualizacion: 'x' })?.partes).toEqual(known);
  });

  test('any mapping survives its file, whatever the ids', () => {
    const id = fc.string({ minLength: 1, maxLength: 20 });
    const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(ids, fc.dictionary(id, fc.constantFrom('01' as const, '11' as const)), (campo11, mapeoTipos606) => {
        const any = { mapping606: { campo11 }, mapeoTipos606 };
        const read = mapping.readMapping(JSON.parse(JSON.stringify(any)))!;
        expect(Object.entries(read.partes.mapeoTipos606!)).toEqual(Object.entries(mapeoTipos606));
        expect(read.partes.mapping606).toEqual({ campo11 });
      }),
    );
  });

  test('field names of the other reading, codes in any form and accounts as objects are read', () => {
    expect(
      mapping.readMapping({
        mapping606: { campo11: [{ id: 'a', name: 'A' }, { accountNumber: 7 }, 'a'] },
        mappingTiposBienesServicios: { a: 9, b: { tipo: '02' } },
        mappingTiposIngresos607: { d: '01' },
      })?.partes,
    ).toEqual({
      mapping606: { campo11: ['a', '7'] },
      mapeoTipos606: { a: '09', b: '02' },
      mapeoTipos607: { d: 1 },
    });
  });

  test('unknown fields and codes are left out and reported', () => {
    expect(
      mapping.readMapping({
        mapping606: { campo99: ['a'], campo17: ['b'], campo12: [{}] },
        mapeoTipos606: { a: '12' },
        mapeoTipos607: { b: 'x' },
      }),
    ).toEqual({
      partes: { mapping606: {}, mapeoTipos606: {}, mapeoTipos607: {} },
      descartes: [
        '606: el campo «campo99» no existe o no lleva cuentas',
        '606: el campo «campo17» no existe o no lleva cuentas',
        '606: el campo campo12 trae cuentas sin código',
        'Tipos 606: «12» de la cuenta a no es un código',
        'Tipos 607: «x» de la cuenta b no es un código',
      ],
    });
  });

  test('groups in the older form are read as a classification', { tags: ['SR3-13'] }, () => {
    expect(
      mapping.readMapping({
        reporte606: {
          alquileres: { casilla: '05', descripcion: 'x', cuentas: ['a'] },
          seguros: [{ id: 'b' }],
          otrosGastos: { cuentas: ['c'] },
        },
        reporte607: { ventasGravadas: { cuentas: ['d'] }, otrosIngresos: { cuentas: ['e'] } },
        metadata: { version: '1.0' },
      })?.partes,
    ).toEqual({ mapeoTipos606: { a: '03', b: '11', c: '02' }, mapeoTipos607: { d: 1, e: 6 } });
  });

  test('a file without a mapping is none, and no file makes the reader fail', () => {
    for (const bad of [null, [], 'mapping606', {}, { mapping606: [] }])
      expect(mapping.readMapping(bad)).toBeUndefined();
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        mapping.readMapping({ mapping606: value, mapeoTipos606: value, reporte607: value });
        mapping.readExcelColumns({ columnasExcel606: value });
        expect(mapping.readAccount(value)?.name).not.toBe('');
      }),
    );
    expect(
      mapping.readMapping(JSON.parse('{"mapeoTipos606":{"__proto__":"02"}}'))?.partes.mapeoTipos606,
    ).toHaveProperty(['__proto__'], '02');
  });

  test('a sheet with report, field and account is a mapping', () => {
    expect(
      mapping.readMappingRows([
        ['Reporte', 'Campo', 'Cuenta', 'Nombre'],
        ['606', 'campo11', 'a', 'A'],
        ['606', 'campo11', 'b'],
        ['607', 'campo9', 'c'],
        ['tipos606', '02', 'a'],
        ['Tipos 607', '01', 'c'],
        ['606', undefined, 'x'],
      ])?.partes,
    ).toEqual({
      mapping606: { campo11: ['a', 'b'] },
      mapping607: { campo9: ['c'] },
      mapeoTipos606: { a: '02' },
      mapeoTipos607: { c: 1 },
    });
    expect(mapping.readMappingRows([['Cuenta', 'Nombre']])).toBeUndefined();
    const below = [['Mapeo de 2026'], ['Destino', 'Tipo', 'Account'], ['606', 'campo11', 'a']];
    expect(mapping.readMappingRows(below)?.partes).toEqual({ mapping606: { campo11: ['a'] } });
  });

  test('a flexible mapping names detected columns and existing fields', () => {
    const { emptyDynamicMapping } = mapping;
    expect(
      mapping.dynamicMappingFaults({
        ...emptyDynamicMapping,
        columnasDetectadas: ['NCF', 'ITBIS'],
        mapeo606: { ITBIS: 'campo11', Total: 'campo12' },
        mapeo607: { NCF: 'campo99' },
      }),
    ).toEqual(['606: la columna «Total» no está en la hoja', '607: el campo «campo99» no existe']);
  });
});

test('a workbook may feed what identifies a receipt, and each target stands for a field of the layout', () => {
  const { dynamicTargets, layoutKeyOf } = mapping;
  const whole = { ...mapping.emptyDynamicMapping, columnasDetectadas: ['A', 'B', 'C'] };
  const own = { A: 'rnc_cedula', B: 'ncf', C: 'fecha_comprobante' };
  expect(mapping.dynamicMappingFaults({ ...whole, mapeo606: own, mapeo607: own })).toEqual([]);
  for (const reporte of ['606', '607'] as const) {
    const ids = dynamicTargets[reporte].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const keys = new Set(mapping.formatOf(reporte).fields.map(({ key }) => key));
    const besides = ids.filter((id) => !keys.has(layoutKeyOf(reporte, id)));
    expect(besides).toEqual(['razonSocial', 'montoTotal']);
    // Every field that a person may fill is among them, but the kind of tax number, which follows from the number.
    const fed = new Set(ids.map((id) => layoutKeyOf(reporte, id)));
    expect([...keys].filter((key) => !fed.has(key))).toEqual(['tipo_id']);
  }
  expect(layoutKeyOf('606', 'campo12')).toBe('itbis_retenido');
  expect(layoutKeyOf('607', 'tipo_bienes_servicios')).toBe('tipo_ingreso');
});

describe('a catalogue in a sheet', () => {
  const read = (...filas: (string | undefined)[][]) => mapping.readCatalogue(filas);

  test('a catalogue is read from headers in the first five rows, by English or Spanish names', {
    tags: ['SR5-45'],
  }, () => {
    expect(
      read(
        ['Empresa Inventada SRL'],
        ['Catálogo de cuentas'],
        ['Código', 'Nombre', 'Tipo', 'Subtipo', 'Descripción', 'Moneda'],
        ['6101', 'Energía', 'Gasto', 'Servicios', 'Luz', 'USD'],
        ['6102', undefined, 'Gasto'],
        ['6101', 'Repetida'],
      ),
    ).toEqual({
      falta: null,
      columnas: ['Número', 'Nombre', 'Tipo', 'Detalle del tipo', 'Descripción', 'Moneda'].map((dato, columna) => ({
        columna,
        encabezado: ['Código', 'Nombre', 'Tipo', 'Subtipo', 'Descripción', 'Moneda'][columna],
        dato,
      })),
      avisos: [
        'Números repetidos, de los que se lee la primera cuenta: 6101',
        'Filas sin número o sin nombre, que no se leen: 1',
      ],
      cuentas: [cuenta('6101', 'Energía', 'Gasto', { detailType: 'Servicios', description: 'Luz', currency: 'USD' })],
    });
    expect(
      read(['Account Number', 'Account Name', 'Type', 'Detail Type'], ['1', 'Cash', 'Bank', 'Checking']).cuentas[0],
    ).toMatchObject({ id: '1', name: 'Cash', type: 'Bank', detailType: 'Checking', currency: 'DOP' });
    expect(read(['Código', 'Descripción'], ['1', 'Caja']).cuentas[0]).toMatchObject({ id: '1', name: 'Caja' });
  });

  test('titles above the headers are not taken for them, although they name accounts', () => {
    const list = [
      ['Account List'],
      ['Inventada SRL'],
      ['As of October 15, 2026'],
      ['Account #', 'Full name', 'Type', 'Detail type', 'Description', 'Total balance'],
      ['1101', 'Caja', 'Bank', 'Cash on hand', undefined, '5,000.00'],
    ];
    for (const filas of [list, list.slice(1), list.slice(3)]) {
      const { cuentas, columnas, avisos } = read(...filas);
      expect(cuentas).toEqual([cuenta('1101', 'Caja', 'Bank', { detailType: 'Cash on hand' })]);
      expect(columnas.filter(({ dato }) => dato === null)).toEqual([
        { columna: 5, encabezado: 'Total balance', dato: null },
      ]);
      expect(avisos).toEqual([]);
    }
  });

  test('columns without a name are the first ones', () => {
    expect(read(['Account', 'x'], ['1', 'Caja']).cuentas[0]).toMatchObject({ name: '1', id: 'Caja' });
    expect(read(['Cuenta', ''], ['1', 'Caja']).cuentas[0]).toMatchObject({ id: '1', name: 'Caja' });
  });

  test('an account is not taken for the headers, although its name has their words', () => {
    const accounts = [
      ['1102', 'Cuenta de ahorros', 'Banco'],
      ['1103', 'Nombre comercial', 'Activo'],
    ];
    expect(read(...accounts).falta).toBe('No se pudieron encontrar los encabezados de las columnas');
    expect(read(['Código', 'Nombre', '2025', '2026'], ...accounts).cuentas.map(({ id }) => id)).toEqual([
      '1102',
      '1103',
    ]);
  });

  test('each reason for an empty catalogue is reported', { tags: ['SR5-45'] }, () => {
    expect(read().falta).toBe('La hoja no contiene datos');
    expect(read(['a', 'b'], ['1', '2'], [], [], [], ['Código', 'Nombre']).falta).toBe(
      'No se pudieron encontrar los encabezados de las columnas',
    );
    expect(read(['Nombre'], ['Caja']).falta).toBe('No se pudieron identificar las columnas necesarias');
    expect(read(['Código', 'Nombre'], ['1', undefined]).falta).toBe('No se encontró cuentas válidas en el archivo');
  });
});
