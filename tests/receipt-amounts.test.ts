// Every way of loading receipts reads an amount in the same way, and the screen shows before loading what will be
// stored.
import { utils, write } from '@e965/xlsx';
import { importacion, type reportes } from '@timbre/contract';
import { type Fecha, formatDecimal, parseDecimal } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReceiptsBook } from '../apps/server/src/domain/desk/read-receipts-book.ts';
import { readPaper } from '../apps/server/src/domain/reports/paper-receipt.ts';
import { parseCell } from '../apps/web/src/features/reportes/grid/cell-value.ts';
import { emptyPaper, faultOfPaper, pastedPaper, registroOf } from '../apps/web/src/features/reportes/paper.ts';

const context = { sentido: 'venta', rnc: '132000005', hoy: '31-12-2026' as Fecha } as const;
const other = { rnc: '132111117', razonSocial: 'Suplidora Inventada SRL', ncf: 'B0100000001', fecha: '2026-08-14' };
const headers = ['RNC', 'Razón Social', 'NCF', 'Fecha', 'Monto Total', 'ITBIS'];

/** The amount that the call stores from a record, or the reason of its refusal. */
function loaded(record: reportes.RegistroCargado): string {
  try {
    const { formasPago } = readPaper({ ...record, formaPago: '01' }, context).receipt;
    return formatDecimal(formasPago![0]!.monto, 2);
  } catch (error) {
    return (error as Error).message;
  }
}

const mostOfBook = { bytes: 1e6, descomprimido: importacion.limitesDelLibro.descomprimido, filas: 10 };

function ofBook(bytes: Buffer, name: string): string {
  const { datos, incidencias } = readReceiptsBook({
    bytes,
    name,
    rnc: '131246796',
    tipo: '606',
    most: mostOfBook,
    filasOcultas: 'omitir',
  });
  return incidencias[0] === undefined ? loaded(datos[0]!) : incidencias[0].mensaje;
}

function ofSheet(cell: object, bookType: 'xlsx' | 'biff8'): string {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([headers, [other.rnc, other.razonSocial, other.ncf, other.fecha, 'x', '0.00']]);
  utils.book_append_sheet(book, Object.assign(sheet, { E2: cell }), 'Compras');
  return ofBook(write(book, { type: 'buffer', bookType }), bookType === 'xlsx' ? 'a.xlsx' : 'a.xls');
}

/** Ways of entering an amount as text. Each returns the value that would be stored, or the reason of the refusal. */
const textDoors: Readonly<Record<string, (text: string) => string>> = {
  'the call': (montoTotal) => loaded({ ...other, montoTotal, itbis: '0.00' }),
  'the form': (montoTotal) => {
    const row = { ...emptyPaper, ...other, montoTotal };
    return faultOfPaper(row, '606') ?? loaded(registroOf(row));
  },
  'the pasted sheet': (text) => {
    const [row] = pastedPaper([other.rnc, other.razonSocial, other.ncf, '14/08/2026', text, '0.00'].join('\t'));
    return faultOfPaper(row!, '606') ?? loaded(registroOf(row!));
  },
  'the cell of a row': (text) => {
    const read = parseCell({ kind: 'amount' }, text);
    return read.ok ? read.value! : read.fault;
  },
  'the .csv': (text) =>
    ofBook(Buffer.from(`${headers.join(';')}\n${Object.values(other).join(';')};"${text}";0.00\n`), 'a.csv'),
  'the .xlsx': (text) => ofSheet({ t: 's', v: text }, 'xlsx'),
  'the .xls': (text) => ofSheet({ t: 's', v: text }, 'biff8'),
};

/** Ways of entering an amount as a number. */
const numberDoors: Readonly<Record<string, (value: number) => string>> = {
  'the call': (montoTotal) => loaded(JSON.parse(JSON.stringify({ ...other, montoTotal, itbis: 0 }))),
  'the .xlsx': (v) => ofSheet({ t: 'n', v }, 'xlsx'),
  'the .xls': (v) => ofSheet({ t: 'n', v }, 'biff8'),
};

const thousandsOf = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);
const cents = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
const runs = { numRuns: 40 };

describe.each(Object.entries(textDoors))('%s', (_, door) => {
  test('every clear spelling of an amount is read as the same amount', { tags: ['SR5-5'] }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }).map(String),
        cents,
        fc.constantFrom([',', '.'], ['.', ','], ['', '.'], ['', ','], [' ', ',']),
        fc.constantFrom('', 'RD$', 'RD$ ', '$ '),
        (whole, decimals, [thousands, point], mark) => {
          const stored = door(`${mark}${thousandsOf(whole, thousands!)}${point}${decimals}`);
          expect(stored).toBe(`${whole}.${decimals}`);
        },
      ),
      runs,
    );
  });

  test('an amount with two readings is refused with both', { tags: ['SR5-5'] }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }).map(String),
        fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0')),
        fc.constantFrom('.', ','),
        fc.constantFrom('', 'RD$ '),
        (whole, three, mark, currency) => {
          const text = `${currency}${whole}${mark}${three}`;
          const reason = door(text);
          expect(reason).toContain(`«${text}» puede ser `);
          expect(reason).toContain(
            `escríbalo ${whole}${three}.00 o ${formatDecimal(parseDecimal(`${whole}.${three}`)!, 2)}`,
          );
        },
      ),
      runs,
    );
  });

  test.each(['US$ 1,180.00', 'EUR 10.00', '10,00 €', '1180 USD'])('the foreign amount %s is refused', (text) =>
    expect(door(text)).toMatch(/está en otra moneda/),
  );

  test.each(['-1,180.00', '(1,180.00)', 'RD$ -1180', '1180.00-'])(
    'the negative amount %s is refused, and no sign is dropped',
    { tags: ['SR5-5'] },
    (text) => expect(door(text)).toMatch(/es negativo: los montos van sin signo/),
  );

  test.each(['mil', '1,18,0.00', '1e5'])('the text %s is no amount', (text) =>
    expect(door(text)).toMatch(/no es un monto/),
  );
});

describe.each(Object.entries(numberDoors))('a number by %s', (_, door) => {
  test('the point of a number is the decimal point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 4 }), (units, scale) => {
        const token = formatDecimal({ units, scale });
        expect(door(Number(token))).toBe(formatDecimal(parseDecimal(token)!, 2));
      }),
      runs,
    );
  });

  test.each([
    [819.451, '819.45'],
    [1e3, '1000.00'],
    [0.1 + 0.2, '0.30'],
    [1.005, '1.01'],
  ])('the number %s is stored as %s', (value, stored) => expect(door(value)).toBe(stored));

  test('a negative number is refused', () => expect(door(-1180)).toMatch(/es negativo/));
});

describe.each(['xlsx', 'biff8'] as const)('in a workbook of the kind %s', (bookType) => {
  test.each(['[$US$-409]#,##0.00', '"US$"#,##0.00', '[$€-2] #,##0.00', '#,##0.00 "USD"', '[$EUR] #,##0.00'])(
    'a number that %s shows in another currency is refused',
    { tags: ['SR5-5'] },
    (z) => expect(ofSheet({ t: 'n', v: 1180, z }, bookType)).toMatch(/está en otra moneda/),
  );

  test.each(['"RD$"#,##0.00', '[$RD$-1C0A]#,##0.00', '[$$-409]#,##0.00', '#,##0.00', '0.000'])(
    'a number that %s shows in pesos is accepted',
    (z) => expect(ofSheet({ t: 'n', v: 1180.451, z }, bookType)).toBe('1180.45'),
  );
});
