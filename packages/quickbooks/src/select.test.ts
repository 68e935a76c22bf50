import { expect, test } from 'vitest';
import { parseSelect, writeSelect } from './select.ts';

test.each([
  [
    "select * from Bill where TxnDate >= '2026-01-01' and TxnDate <= '2026-01-31' ORDERBY TxnDate DESC STARTPOSITION 1001 MAXRESULTS 1000",
  ],
  ['select * from Account ORDERBY Name'],
  ["select * from Bill where TxnDate >= '2026-01-01' ORDERBY TxnDate DESC, Id DESC STARTPOSITION 1 MAXRESULTS 1000"],
  ["select * from Item where Active in (true, false) and Id in ('1')"],
  ['select * from Vendor where Active = true'],
  ["select Id, VendorRef from Purchase where Id = '145'"],
  ['select count(*) from Invoice'],
  ["select * from Vendor where Id = 'O\\'Neill \\\\ 1'"],
  ['select * from CompanyInfo'],
])('%s is read and written the same', (text) => {
  const select = parseSelect(text);
  expect(select && writeSelect(select)).toBe(text);
});

test('a query is read in any letter case, with the order in two words', () => {
  expect(parseSelect("  SELECT * FROM bill WHERE TxnDate>='2026-01-01' Order By TxnDate asc maxresults 5 ")).toEqual({
    fields: '*',
    from: 'Bill',
    where: [{ field: 'TxnDate', operator: '>=', value: '2026-01-01' }],
    orderBy: [{ field: 'TxnDate', descending: false }],
    max: 5,
  });
});

test.each([
  '',
  'delete from Bill',
  'select * from Attachable',
  'select * from Item where Active in true, false',
  'select * from Item where Active in ()',
  'select * from Bill; select * from Vendor',
  "select * from Bill where TxnDate >= '2026",
  "select * from Bill where TxnDate like '2026%'",
  "select * from Bill where Id = '1' or Id = '2'",
  'select * from Bill maxresults 5 startposition 1',
  'select * from Bill where __proto__ = true',
  `select * from Bill where Id = '${'1'.repeat(1_000)}'`,
])('%s is not read', (text) => expect(parseSelect(text)).toBeUndefined());
