import { expect, test } from 'vitest';
import { decimal, type Fecha, formatDecimal } from './index.ts';
import { foreignRate, isrRate, itbisWithholdingRate, rateText, withhold, withholdEach } from './retenciones.ts';

const day = (text: string) => text as Fecha;

test('withholdings changed on 1 July 2026', () => {
  const before = day('30-06-2026');
  const after = day('01-07-2026');
  const taken = (tipo: '01' | '02' | '04' | '07', fecha: Fecha) =>
    formatDecimal(withhold(decimal('1000.01'), isrRate(tipo, fecha)!));
  expect((['01', '02', '04', '07'] as const).map((tipo) => taken(tipo, before))).toEqual([
    '100.00',
    '100.00',
    '20.00',
    '50.00',
  ]);
  expect((['01', '02', '04', '07'] as const).map((tipo) => taken(tipo, after))).toEqual([
    '150.00',
    '150.00',
    '30.00',
    '50.00',
  ]);
  expect(foreignRate('regalias-software-publicidad-nube', before)!.percent).toEqual(decimal('27'));
  expect(foreignRate('regalias-software-publicidad-nube', after)!.percent).toEqual(decimal('15'));
  expect(foreignRate('otros', after)!.percent).toEqual(decimal('27'));
});

test('a withholding without a read source has no rate', () => {
  expect(isrRate('08', day('01-07-2026'))).toBeUndefined();
  for (const tipo of ['01', '02', '04', '06', '07'] as const) {
    expect(isrRate(tipo, day('12-11-2012')), tipo).toBeUndefined();
    expect(isrRate(tipo, day('13-11-2012')), tipo).toBeDefined();
  }
  expect(foreignRate('otros', day('31-12-2014'))).toBeUndefined();
  expect(itbisWithholdingRate('persona-fisica', day('11-05-2011'), 'B0100000001')).toBeUndefined();
  expect(itbisWithholdingRate('compras', day('03-07-2019'), 'B1100000001')).toBeUndefined();
});

test('no ITBIS is withheld between companies from e-CF issuers since 16 September 2026; from persons it is', () => {
  const before = day('15-09-2026');
  const after = day('16-09-2026');
  const taken = (...args: Parameters<typeof itbisWithholdingRate>) =>
    formatDecimal(withhold(decimal('180.05'), itbisWithholdingRate(...args)!));
  for (const [reason, amount] of [
    ['servicios-sociedad', '54.02'],
    ['seguridad', '180.05'],
  ] as const) {
    expect(taken(reason, before, 'E310000000001')).toBe(amount);
    expect(taken(reason, after, 'B0100000001')).toBe(amount);
    expect(itbisWithholdingRate(reason, after, 'E310000000001'), reason).toBeUndefined();
  }
  expect(taken('persona-fisica', after, 'E310000000001')).toBe('180.05');
  expect(taken('compras', after, 'E410000000001')).toBe('180.05');
});

test('a rate is written with its law, as a person reads it', () => {
  expect(rateText(isrRate('02', day('30-06-2026'))!)).toBe('10 %');
  expect(rateText(isrRate('04', day('01-07-2026'))!)).toBe('20 % × 15 %');
  expect(isrRate('02', day('01-07-2026'))!.ley).toBe('Código Tributario, art. 309 (Ley 30-26, art. 17)');
});

test('the withholding of parts adds up to that of their sum', () => {
  const rate = isrRate('02', day('01-07-2026'))!;
  const parts = ['0.03', '0', '0.03', '0.03', '10.00'].map(decimal);
  const each = withholdEach(parts, rate).map((one) => formatDecimal(one, 2));
  expect(each).toEqual(['0.00', '0.00', '0.01', '0.00', '1.50']);
  expect(formatDecimal(withhold(decimal('10.09'), rate))).toBe('1.51');
});
