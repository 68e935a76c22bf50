import { expect, test } from 'vitest';
import { isSameAmount, readQR } from './qr.ts';

const page =
  'https://ecf.dgii.gov.do/ecf/ConsultaTimbre?RncEmisor=199000005&RncComprador=131246796&ENCF=E310000000027' +
  '&FechaEmision=23-11-2026&MontoTotal=1180.00&FechaFirma=23-11-2026%2010:00:00&CodigoSeguridad=aB3%2Fx9';

test('the address of a QR code says what is asked of the DGII, and the page that it opens', () => {
  expect(readQR(` ${page} `)).toEqual({
    rncEmisor: '199000005',
    encf: 'E310000000027',
    rncComprador: '131246796',
    codigoSeguridad: 'aB3/x9',
    montoTotal: '1180.00',
    pagina: page,
  });
});

test('an address of another host is read, but no link leads there', () => {
  const foreign = readQR(page.replace('ecf.dgii.gov.do', 'ecf.dgii.gov.do.example'));
  expect([foreign?.encf, foreign?.pagina]).toEqual(['E310000000027', undefined]);
  expect(readQR(page.replace('https:', 'http:'))?.pagina).toBeUndefined();
});

test.each(['', 'E310000000027', 'https://ecf.dgii.gov.do/', page.replace('E310000000027', 'E31')])(
  '“%s” is no QR code of an e-CF',
  (typed) => {
    expect(readQR(typed)).toBeUndefined();
  },
);

test.each([
  ['1180.00', '1180', true],
  ['1180.5', '1180.50', true],
  ['0118.00', '118', true],
  ['1180.00', '1180.01', false],
])('the amounts %s and %s are the same: %s', (a, b, same) => {
  expect(isSameAmount(a, b)).toBe(same);
});
