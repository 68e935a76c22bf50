import { expect, test } from 'vitest';
import { bandOf, initialsOf, mailUrl, messageOf, phoneOf, whatsAppUrl, withDates } from './words.ts';

const announced = {
  eNCF: 'E310000000007',
  monto: '118000.00',
  empresa: 'Comercial & Cía',
  url: 'https://timbre.example/f/abc',
};
const plain = { decidido: null, observaciones: [], anuladaPor: null };

test('the message names the document, its issuer and its amount, and ends in the address', () => {
  expect(messageOf(announced)).toBe(
    'Comprobante E310000000007 de Comercial & Cía, por RD$ 118,000.00: https://timbre.example/f/abc',
  );
});

test('the message travels whole to WhatsApp and to the mail program', () => {
  const message = messageOf(announced);
  expect(new URL(whatsAppUrl(message, undefined)).searchParams.get('text')).toBe(message);
  const mail = new URL(mailUrl(announced));
  expect([mail.searchParams.get('subject'), mail.searchParams.get('body')]).toEqual([
    'Comprobante E310000000007 de Comercial & Cía',
    message,
  ]);
});

test('a Dominican telephone gets the code of the country; any other is left out', () => {
  for (const telefono of ['809-555-0101', '(809) 555 0101', '1-809-555-0101', '+1 809 555 0101'])
    expect([telefono, phoneOf(telefono)]).toEqual([telefono, '18095550101']);
  expect(phoneOf('849-555-0101')).toBe('18495550101');
  for (const telefono of [undefined, '', '555-0101', '305-555-0101', '809-555-01012'])
    expect([telefono, phoneOf(telefono)]).toEqual([telefono, undefined]);
  expect(whatsAppUrl('x', '18095550101')).toBe('https://wa.me/18095550101?text=x');
});

test('each state has its words: what the DGII noted, and the note that annuls it', () => {
  expect(bandOf({ ...plain, situacion: 'aceptado' })).toMatchObject({ tone: 'ok', detail: '' });
  const decidido = '2026-11-21T13:38:00.000Z';
  expect(bandOf({ ...plain, situacion: 'aceptado', decidido }).detail).toMatch(/^21\/11\/2026, 9:38/);
  expect(bandOf({ ...plain, situacion: 'aceptado_condicional' }).detail).toBe('Es válido.');
  expect(bandOf({ ...plain, situacion: 'aceptado_condicional', observaciones: ['A', 'B'] }).detail).toBe(
    'Es válido. La DGII señaló: A · B',
  );
  expect(bandOf({ ...plain, situacion: 'en_proceso' }).title).toBe('La DGII aún no responde');
  expect(bandOf({ ...plain, situacion: 'rechazado' }).detail).toBe('No la use; pida otra al emisor.');
  expect(bandOf({ ...plain, situacion: 'anulada', anuladaPor: 'E340000000001' }).detail).toContain('E340000000001');
});

test('dates of the printed form are written as on the screens, and an RNC or a telephone stays', () => {
  expect(withDates('del 01-11-2026 al 30-11-2026')).toBe('del 01/11/2026 al 30/11/2026');
  for (const text of ['809-555-0101', '131-24679-6', '001-1391820-5']) expect(withDates(text)).toBe(text);
});

test('a company without a logo is shown by two initials', () => {
  expect(initialsOf('Comercial Yaque SRL')).toBe('CY');
  expect(initialsOf('ñandú')).toBe('Ñ');
  expect(initialsOf('Pérez & Hijos')).toBe('PH');
});
