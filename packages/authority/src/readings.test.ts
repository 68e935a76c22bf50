import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { readAnulacion, readServices, readShown, readTokenLife, readTracks, readWindows } from './readings.ts';

const answer = (text: string, status = 200) =>
  readAnswer({ status, contentType: 'application/json', text, retryAfterMs: undefined });

test.each([
  ['an empty list', '[]'],
  ['its word', '{"trackId":null,"estado":"No encontrado","fechaRecepcion":null}'],
  ['its word in a list', '[{"trackId":"","estado":"No encontrado"}]'],
  ['its word in XML', '<TrackingDetalle><estado>No encontrado</estado></TrackingDetalle>'],
])('%s means that the number was never seen', (_, text) => {
  expect(readTracks(answer(text), 'E310000000001')).toEqual({ kind: 'tracks', tracks: [] });
});

// If there are no receptions, the sender posts again, so no other answer may be read as none.
test.each([
  ['null', 200],
  ['{}', 200],
  ['""', 200],
  ['', 200],
  ['[{}]', 200],
  ['[null]', 200],
  ['[[]]', 200],
  ['{"mensaje":"Servicio en mantenimiento"}', 200],
  ['[{"estado":"Aceptado"}]', 200],
  ['[{"trackId":"a"}]', 200],
  ['[{"trackId":"a","estado":"Aceptado","encf":"E310000000002"}]', 200],
  ['[{"trackId":"a","estado":"Aceptado"}]', 403],
  ['[]', 404],
])('%s with status %d does not mean that the number was never seen', (text, status) => {
  expect(readTracks(answer(text, status), 'E310000000001')).toBeUndefined();
});

test('an unknown state is stored as unknown, and its trackId is not lost', () => {
  expect(
    readTracks(answer('[{"trackId":"a","estado":"Otro"},{"trackId":"b","estado":"En proceso"}]'), 'E310000000001'),
  ).toEqual({
    kind: 'tracks',
    tracks: [
      { trackId: 'a', estado: undefined, fechaRecepcion: undefined },
      { trackId: 'b', estado: 'en_proceso', fechaRecepcion: undefined },
    ],
  });
});

test.each([
  [{ expedido: '2026-11-21T12:00:00Z', expira: '2026-11-21T12:30:00Z' }, 1_800_000],
  [{ expedido: '2022-07-19T19:14:48.237Z', expira: '2022-07-19T20:14:48.237Z' }, 3_600_000],
  [{ expiresIn: 600 }, 600_000],
  [{ expedido: 'ayer', expira: 'mañana' }, 3_600_000],
  [{ expedido: '2026-11-21T12:00:00Z', expira: '2026-11-21T11:00:00Z' }, 3_600_000],
  [{}, 3_600_000],
])('the life of a token is read from %j', (body, lifeMs) => {
  expect(readTokenLife(body)).toBe(lifeMs);
});

test.each([
  ['Las secuencias fueron anuladas correctamente.', 'aceptado'],
  ['Las secuencias fueron anuladas correctamente. Con excepción de las secuencias del detalle', 'aceptado_condicional'],
  ['No fue posible anular las siguientes secuencias', 'rechazado'],
  ['Las secuencias que está intentando anular han sido utilizadas', 'rechazado'],
])('the message of an annulment «%s» means %s', (valor, estado) => {
  expect(readAnulacion([{ codigo: '0', valor }])).toBe(estado);
});

test('the state of the services and the maintenance windows are read; entries without a name or a day are left out', () => {
  expect(readServices([{ servicio: 'Recepción', estatus: 'No Disponible', ambiente: 'Produccion' }, {}])).toEqual([
    { servicio: 'Recepción', estatus: 'No Disponible', ambiente: 'Produccion' },
  ]);
  expect(readServices({ kind: 'refused' })).toEqual([]);
  const window = { ambiente: 'Produccion', horaInicio: '1:00 PM', horaFin: '4:00 PM', dias: ['06-08-2020', 7] };
  expect(readWindows({ ventanaMantenimientos: [window, { ...window, dias: [] }] })).toEqual([
    { ...window, dias: ['06-08-2020'] },
  ]);
  expect([readWindows({}), readWindows('mantenimiento')]).toEqual([[], []]);
});

test('what the DGII shows of a document is read from JSON and XML; null is not shown', () => {
  const shown = { montoTotal: '1180.5', totalITBIS: '180', fechaEmision: '23-11-2026', rncComprador: '131246796' };
  expect(readShown(JSON.stringify({ ...shown, montoTotal: 1180.5, fechaFirma: null }))).toEqual({
    ...shown,
    fechaFirma: undefined,
  });
  expect(
    readShown('<RespuestaConsultaEstado><montoTotal>118.00</montoTotal></RespuestaConsultaEstado>').montoTotal,
  ).toBe('118.00');
});
