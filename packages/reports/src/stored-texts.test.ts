import { expect, test } from 'vitest';
import { companyYear } from '../testing/company-year.ts';
import {
  derivePurchase,
  deriveSale,
  lineWriter,
  type Row606,
  readReceipt,
  rowFromTexts,
  rowToTexts,
  writeReceipt,
  writeTxt,
} from './index.ts';

// Receipts and rows are stored as texts: reading a text back must return the value that was written.

const year = companyYear(20_261, 60);

test('a receipt read back makes the rows of the receipt', () => {
  for (const { receipt, answers } of year.purchases)
    expect(derivePurchase(readReceipt(writeReceipt(receipt)), year.declarant, answers)).toEqual(
      derivePurchase(receipt, year.declarant, answers),
    );
  for (const { receipt, answers } of year.sales)
    expect(deriveSale(readReceipt(writeReceipt(receipt)), year.declarant, answers)).toEqual(
      deriveSale(receipt, year.declarant, answers),
    );
});

test('lines of one kind are stored as one, without their signs', () => {
  const { receipt } = year.purchases[0]!;
  const line = { bienServicio: '1', facturacion: '1' } as const;
  const lineas = ['-1.50', '2.25'].map((text) => ({
    ...line,
    monto: { units: Number(text.replace('.', '')), scale: 2 },
  }));
  expect(readReceipt(writeReceipt({ ...receipt, lineas })).lineas).toEqual([
    { ...line, monto: { units: 375, scale: 2 } },
  ]);
});

test('a row read back is written as the same line', () => {
  const write = lineWriter('606');
  for (const { receipt, answers } of year.purchases)
    for (const { row } of derivePurchase(receipt, year.declarant, answers)) {
      const back = rowFromTexts('606', JSON.parse(JSON.stringify(rowToTexts('606', row))));
      expect(write(back as Row606)).toBe(write(row as Row606));
      expect(rowToTexts('606', back)).toEqual(rowToTexts('606', row));
    }
});

test('a line is the line of the file', () => {
  const rows = year.purchases
    .slice(0, 20)
    .flatMap(({ receipt, answers }) =>
      derivePurchase(receipt, year.declarant, answers).map(({ row }) => row as Row606),
    );
  const header = { rnc: year.declarant.rnc, periodo: '202601' as never, cantidad: rows.length };
  expect([...writeTxt('606', header, rows)].join('').split('\r\n').slice(1)).toEqual(rows.map(lineWriter('606')));
});

test('texts without content count as missing', () => {
  expect(rowFromTexts('606', { itbis_costo: '1,5', fecha_pago: '31-12-2026', forma_pago: '99', otra: 'x' })).toEqual(
    {},
  );
});
