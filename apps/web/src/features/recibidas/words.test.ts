import { expect, test } from 'vitest';
import { confirmedWords, sentWords, unconfirmedText } from './words.ts';

const claim = { confirmada: false, estadoDGII: null } as const;

test('a claim is shown as one, with the verdict of the DGII and the others of its number', () => {
  expect(confirmedWords(claim).words).toBe('Sin confirmar');
  expect(unconfirmedText(claim, 0)).toBe(
    'La DGII no ha respondido que la tiene. No va al 606 hasta que la DGII la acepte. Si no reconoce a quien la firma, pregunte a su proveedor.',
  );
  expect(unconfirmedText({ ...claim, estadoDGII: 'no_encontrado' }, 1)).toMatch(
    /^La DGII no la encuentra con su código de seguridad\..* Hay otro documento recibido con el mismo número\.$/,
  );
  expect(unconfirmedText(claim, 12)).toMatch(/Hay otros 12 documentos recibidos con el mismo número\.$/);
});

test('a confirmed claim, and one that the DGII rejected, is shown without that', () => {
  expect(confirmedWords({ confirmada: true }).words).toBe('Confirmada');
  expect(unconfirmedText({ confirmada: true, estadoDGII: 'aceptado' }, 3)).toBeUndefined();
  expect(unconfirmedText({ confirmada: false, estadoDGII: 'rechazado' }, 3)).toBeUndefined();
});

test('a rejection that the DGII took is not shown with its words for every answer, «aprobada»', () => {
  const envio = {
    destino: 'dgii',
    estado: 'enviada',
    detalle: 'Aprobación comercial aprobada',
    cambiada: '',
    intentos: 1,
  } as const;
  expect(sentWords(envio, 'aceptada')).toBe('A la DGII: enviada («Aprobación comercial aprobada»)');
  expect(sentWords(envio, 'rechazada')).toBe('A la DGII: enviada. La DGII registró su rechazo');
  expect(sentWords({ ...envio, estado: 'rechazada', detalle: 'No aprobada' }, 'rechazada')).toBe(
    'A la DGII: rechazada («No aprobada»)',
  );
});
