import { describeField, type ECF, listFields, placeName, readDocument, TipoeCF, writeDocument } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { formatTaxId, tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { columnI, exceptions, hasOfficialFormat, officialColumnI, textsByElement } from '../../testing/column-i.ts';
import { fullDocument } from '../../testing/full-document.ts';
import { type ContentOptions, contentOf } from './content.ts';
import { amountText, percentText, quantityText } from './words.ts';

const options: ContentOptions = { codigoSeguridad: 'aB3+/z', ambiente: 'ecf' };

/** All texts of an element in a document. */
function valuesAt(tree: unknown, path: string): readonly string[] {
  let values: unknown[] = [tree];
  for (const step of path.split('.'))
    values = values.flatMap((value) => (value as Record<string, unknown> | undefined)?.[step] ?? []);
  return values as string[];
}

/** The printed forms that an official text may have. */
function formsOf(path: string, value: string): readonly string[] {
  if (path === 'DetallesItems.Item.IndicadorFacturacion') return value === '4' ? ['E '] : [''];
  if (/\.(Municipio|Provincia)$/.test(path)) return [placeName(value)];
  const codes = describeField('ECF', path)?.codes;
  if (columnI[path as keyof typeof columnI] === 'P') return [codes?.[value] ?? value];
  return [
    value,
    formatTaxId(value),
    amountText(value),
    amountText(`-${value}`),
    quantityText(value),
    percentText(value),
  ];
}

describe.each(tiposECF)('the printed form of type %s', (tipo) => {
  const ecf = fullDocument(tipo);
  const texts = textsByElement(contentOf(ecf, options));
  const standing = Object.keys(columnI).filter((path) => valuesAt(ecf, path).length > 0);

  test('the document has every compulsory element that its schema allows', () => {
    const allowed = Object.keys(columnI).filter((path) =>
      describeField('ECF', path)?.occurs.some(({ document }) => document === tipo),
    );
    expect(standing).toEqual(allowed);
  });

  test.each(standing.filter((path) => exceptions[path] === undefined))('the printed form contains %s', (path) => {
    for (const value of valuesAt(ecf, path)) {
      const forms = formsOf(path, value);
      expect(
        texts.get(path)?.some((text) => forms.some((form) => text.includes(form))),
        `${path}: ${value}`,
      ).toBe(true);
    }
  });
});

test.skipIf(!hasOfficialFormat)('column I of the official format names these elements and no others', () => {
  const names = listFields('ECF').map(({ name }) => name);
  const ours = Object.entries(columnI).map(([path, value]) => `${path.split('.').at(-1)} ${value}`);
  expect(officialColumnI(names).map((row) => row.join(' '))).toEqual(ours);
});

describe('the content of a form', () => {
  const content = (name: keyof typeof ecfs, more: Partial<ContentOptions> = {}) =>
    contentOf(ecfs[name], { ...options, ...more });

  test('every exception is one of the compulsory elements', () => {
    expect(Object.keys(columnI)).toEqual(expect.arrayContaining(Object.keys(exceptions)));
  });

  test('neither a credit note nor a consumer invoice has a due date', () => {
    const labels = (name: keyof typeof ecfs) => content(name).identity.map(({ label }) => label);
    expect(labels('31')).toContain('Fecha de vencimiento');
    expect(labels('32')).not.toContain('Fecha de vencimiento');
    expect(labels('34')).not.toContain('Fecha de vencimiento');
  });

  test('a note names the receipt that it modifies, and why in words', () => {
    expect(
      content('33')
        .identity.slice(-2)
        .map(({ text }) => text),
    ).toEqual(['E310000000003', 'Corrige montos del NCF modificado']);
  });

  test('a form without buyer has nothing in its place', () => {
    expect(content('43').buyer).toEqual([]);
  });

  test('the description of a line follows its name only on request', () => {
    const ecf = structuredClone(ecfs['31']) as ECF;
    ecf.DetallesItems.Item[0]!.DescripcionItem = 'De acero';
    const details = (campoNombreItem: 'NombreItem' | 'DescripcionItem') =>
      contentOf(ecf, { ...options, campoNombreItem }).lines[0]?.details.map(({ text }) => text);
    expect(details('NombreItem')).not.toContain('De acero');
    expect(details('DescripcionItem')).toContain('De acero');
  });

  test('legends are for contingency, for deferred sending, and the caller’s own at the end', () => {
    const deferred = structuredClone(ecfs['31']) as ECF;
    deferred.Encabezado.IdDoc.IndicadorEnvioDiferido = '1';
    const { legends } = contentOf(deferred, { ...options, contingencia: true, avisos: ['SIMULADO'] });
    expect(legends.map((text) => text.slice(0, 41))).toEqual([
      'e-CF emitido en modalidad de Contingencia',
      'e-CF emitido en modalidad Envío Diferido,',
      'SIMULADO',
    ]);
    expect(content('31').legends).toEqual([]);
  });

  test('a discount is negative, its percentage beside its name', () => {
    expect(content('31 con ajustes').adjustments).toMatchObject([
      { label: 'Descuento global (5 %)', text: '\u221250.00' },
      { label: 'Recargo global ($)', text: '25.00' },
    ]);
  });

  test('an adjustment has its amount in the other currency, and names only what is printed', () => {
    const ecf = structuredClone(ecfs['31 con ajustes']) as ECF;
    Object.assign(ecf.DescuentosORecargos!.DescuentoORecargo[0]!, { MontoDescuentooRecargoOtraMoneda: '0.83' });
    const [first] = contentOf(ecf, options).adjustments;
    expect(first).toMatchObject({ otraMoneda: '\u22120.83' });
    expect(first?.of).not.toContain('DescuentosORecargos.DescuentoORecargo.IndicadorFacturacionDescuentooRecargo');
  });

  test('every additional tax is printed under its name', () => {
    const labels = content('31 bebidas').totals.map(({ label }) => label);
    expect(labels.slice(1, 4)).toEqual([
      'Total ISC',
      'ISC específico: cerveza',
      'ISC específico: cigarrillos que contengan tabaco, cajetilla de 20 unidades',
    ]);
    expect(content('44').totals.map(({ label }) => label)).toContain('Propina legal (10 %)');
  });

  test('both currencies are side by side', () => {
    const { currencies, totals } = content('31 en dólares');
    expect(currencies).toEqual(['RD$', 'USD']);
    expect(totals.find(({ label }) => label === 'Total')).toMatchObject({ text: '3,960.00', otraMoneda: '66.01' });
  });

  test('the only rate of a sum is printed apart where its amounts are others than those of the sum', () => {
    const ecf = structuredClone(ecfs['31 en dólares']) as ECF;
    const { Totales, OtraMoneda } = ecf.Encabezado;
    for (const rate of ['2', '3'] as const) {
      delete Totales[`MontoGravadoI${rate}`];
      delete OtraMoneda![`MontoGravado${rate}OtraMoneda`];
    }
    Totales.MontoGravadoI1 = Totales.MontoGravadoTotal!;
    OtraMoneda!.MontoGravado1OtraMoneda = OtraMoneda!.MontoGravadoTotalOtraMoneda!;
    const rows = () =>
      contentOf(ecf, options)
        .totals.filter(({ label }) => /gravado|Gravado/.test(label))
        .map(({ label, text, otraMoneda }) => [label, text, otraMoneda]);
    const whole = rows();
    expect(whole).toHaveLength(1);
    const [, text, foreign] = whole[0]!;
    delete OtraMoneda!.MontoGravadoTotalOtraMoneda;
    expect(rows()).toEqual([
      ['Subtotal gravado', text, undefined],
      ['Gravado al 18 %', text, foreign],
    ]);
  });

  test('an additional tax has the amount of its own code in the other currency, in any order', () => {
    const ecf = structuredClone(ecfs['31 bebidas']) as ECF;
    const codes = ecf.Encabezado.Totales.ImpuestosAdicionales!.ImpuestoAdicional.map((each) => each.TipoImpuesto!);
    const amounts = Object.fromEntries(codes.map((code, index) => [code, `${index + 1}.00`]));
    const foreign = [...codes, '001'].map((code) => ({
      TipoImpuestoOtraMoneda: code,
      OtrosImpuestosAdicionalesOtraMoneda: amounts[code] ?? '99.00',
    }));
    ecf.Encabezado.OtraMoneda = {
      TipoMoneda: 'USD',
      TipoCambio: '60.00',
      ImpuestosAdicionalesOtraMoneda: { ImpuestoAdicionalOtraMoneda: foreign.toReversed() },
    };
    const parts = contentOf(ecf, options).totals.filter(({ kind, otraMoneda }) => kind === 'part' && otraMoneda);
    expect(parts.map(({ otraMoneda }) => otraMoneda)).toEqual([...Object.values(amounts), '99.00'].toSorted());
    expect(parts.at(-1)).toMatchObject({ label: 'Propina legal', text: '', otraMoneda: '99.00' });
  });

  test('withholding is below the total and in its line', () => {
    const { totals, lines } = content('41');
    expect(totals.map(({ label }) => label)).toEqual(expect.arrayContaining(['ITBIS retenido', 'ISR retenido']));
    expect(lines[0]?.details.map(({ label }) => label)).toContain('ISR retenido');
  });

  test('a consumer invoice below the threshold has the stamp of the summary', () => {
    const small = structuredClone(ecfs['32']) as ECF;
    small.Encabezado.Totales.MontoTotal = '118.00';
    expect(contentOf(small, options).stamp.url).toContain('https://fc.dgii.gov.do/ecf/ConsultaTimbreFC?');
    expect(content('32').stamp.url).toContain('https://ecf.dgii.gov.do/ecf/ConsultaTimbre?');
  });

  test('pages that leave a line out are not followed', () => {
    const ecf = structuredClone(ecfs['31 con páginas']) as ECF;
    expect(contentOf(ecf, options).pages.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 3],
    ]);
    ecf.Paginacion!.Pagina[0]!.NoLineaHasta = '1';
    expect(contentOf(ecf, options).pages).toEqual([]);
  });

  test('a document read from its XML gives the same form', () => {
    const read = readDocument(writeDocument('ECF', ecfs['31']));
    if (read.kind !== 'ECF') throw new Error('not an e-CF');
    const { subtotalsOf: _, ...form } = contentOf(read.tree, options);
    expect(content('31')).toMatchObject(form);
  });

  test('the title is the type in words', () => {
    for (const tipo of tiposECF) expect(content(tipo).title.text).toBe(TipoeCF[tipo]);
  });
});
