import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { hasVerdictForm, isRefusal, namedByFile, speaksOf, trackIdOf } from './form.ts';
import type { Service } from './protocol.ts';

const answer = (body: unknown, status = 200, contentType = 'application/json') =>
  readAnswer({
    status,
    contentType,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    retryAfterMs: undefined,
  });

const delegation = 'El RNC 00112345678 del certificado no está delegado para realizar transacciones';

// Refusals of the DGII, in every form in which they were observed.
test.each<[string, Service, unknown, number]>([
  ['a bare text', 'enviarECF', delegation, 400],
  ['a JSON string', 'enviarECF', JSON.stringify(delegation), 400],
  ['mensaje', 'enviarECF', { mensaje: 'XML Inválido' }, 400],
  ['problem details', 'enviarRFCE', { type: 'about:blank', title: 'XML Inválido', status: 400 }, 400],
  ['its own form, whatever the words', 'enviarECF', { trackId: null, error: 'Algo nuevo', mensaje: null }, 200],
  ['its own form with 400', 'enviarECF', { trackId: null, error: null, mensaje: 'Algo nuevo' }, 400],
  ['its own form as XML', 'enviarECF', '<RespuestaRecepcion><trackId/><error>Algo</error></RespuestaRecepcion>', 200],
  ['the empty file', 'enviarRFCE', 'Multipart cannot be empty', 400],
  ['the file name', 'enviarECF', { mensaje: 'La longitud del nombre del archivo es inválida' }, 400],
  ['the seed', 'validarSemilla', 'La semilla no es válida o está vencida', 400],
])('the service refuses by %s', (_, service, body, status) => {
  expect(isRefusal(service, answer(body, status))).toBe(true);
});

// None of these may count as a refusal: they are not from the DGII, or they are temporary.
test.each<[string, Service, unknown, number, string?]>([
  ['a page of a proxy', 'enviarECF', '<html><body>Certificado requerido</body></html>', 403],
  ['a page that calls itself text', 'enviarECF', '<!DOCTYPE html><html>RNC</html>', 413, 'text/plain'],
  ['words of a proxy', 'enviarECF', 'Access denied by policy', 403],
  ['words of the DGII with a proxy’s status', 'enviarECF', JSON.stringify(delegation), 407],
  ['foreign JSON', 'enviarECF', { error: 'forbidden' }, 400],
  ['foreign JSON with 200', 'enviarRFCE', { message: 'Hello' }, 200],
  ['problem details of another', 'enviarECF', { title: 'Bad Request', status: 400 }, 400],
  ['nothing', 'enviarECF', '', 400],
  ['JSON cut in the middle', 'enviarRFCE', '{"encf":"E320000000001","secuenciaUti', 400],
  ['an answer twice', 'enviarRFCE', '{"encf":"E320000000001"}{"encf":"E320000000001"}', 200],
  ['words without a form and with 200', 'enviarRFCE', 'El RNC no existe', 200],
  ['a service in maintenance', 'enviarECF', { trackId: null, error: 'Servicio en mantenimiento', mensaje: null }, 200],
  ['a service in trouble', 'enviarRFCE', { mensaje: 'Error interno al validar el RNC, intente más tarde' }, 400],
  ['a gateway in front', 'enviarECF', 'Secuencia no disponible temporalmente', 400],
  ['an error of the server', 'enviarECF', { trackId: null, error: 'XML Inválido' }, 500],
  ['an answer of another service', 'enviarECF', { trackId: 't', estado: 'Rechazado', codigo: 2 }, 200],
])('%s is no refusal', (_, service, body, status, contentType) => {
  expect(isRefusal(service, answer(body, status, contentType))).toBe(false);
});

test.each<[Service, unknown, boolean]>([
  [
    'enviarRFCE',
    { codigo: 1, estado: 'Aceptado', mensajes: [], encf: 'E320000000001', secuenciaUtilizada: true },
    true,
  ],
  ['enviarRFCE', { codigo: 1, estado: 'Aceptado' }, false],
  ['enviarRFCE', { estado: 'Rechazado', mensajes: [] }, false],
  ['consultaResultado', { trackId: 't', estado: 'Aceptado' }, true],
  ['consultaResultado', { codigo: 1, estado: 'Aceptado', encf: 'E320000000001' }, false],
  ['consultaEstado', { codigo: 1, estado: 'Aceptado', ncfElectronico: 'E310000000001' }, true],
  ['consultaEstado', { codigo: 1, estado: 'Aceptado' }, false],
  ['aprobacionComercial', { mensaje: ['x'], estado: 'Aceptado', codigo: '01' }, true],
  ['aprobacionComercial', { estado: 'Aceptado' }, false],
  ['anularRango', { rnc: '1', codigo: '01', nombre: 'x', mensajes: ['x'] }, true],
  ['anularRango', { mensajes: ['Servicio no disponible'] }, false],
  ['enviarECF', { codigo: 2, estado: 'Rechazado', mensajes: [] }, false],
])('%s: %j has its form: %s', (service, body, expected) => {
  expect(hasVerdictForm(service, answer(body))).toBe(expected);
});

const document = { rncEmisor: '101000015', eNCF: 'E320000000001' };

test.each<[string, Service, unknown, 'este' | 'otro' | 'calla']>([
  ['its number', 'enviarRFCE', { encf: 'E320000000001' }, 'este'],
  ['its number in other capitals', 'enviarRFCE', { eNCF: 'e320000000001' }, 'este'],
  ['another number', 'enviarRFCE', { encf: 'E320000000002' }, 'otro'],
  ['another issuer', 'consultaRFCE', { rnc: '131246796', encf: 'E320000000001' }, 'otro'],
  [
    'another issuer of a look-up',
    'consultaEstado',
    { rncEmisor: '131246796', ncfElectronico: 'E320000000001' },
    'otro',
  ],
  ['no number, to who asked for one', 'consultaEstado', { estado: 'Aceptado' }, 'calla'],
  ['no number, of a file that could not be read', 'enviarRFCE', { estado: 'Rechazado', encf: null }, 'este'],
  ['no number, of an acceptance', 'enviarRFCE', { estado: 'Aceptado', secuenciaUtilizada: true }, 'calla'],
])('the document that an answer with %s speaks of is recognised', (_, service, body, expected) => {
  const says = (body as { estado?: string }).estado === 'Aceptado' ? 'aceptado' : 'final';
  expect(speaksOf(service, answer(body), document, says)).toBe(expected);
});

test('the name of a file identifies its document', () => {
  expect(namedByFile('101000015E320000000001.xml')).toEqual(document);
  expect(namedByFile('semilla.xml')).toBeUndefined();
});

test('a trackId is a plain identifier, in an answer that has no state', () => {
  expect(trackIdOf(answer({ trackId: 'd2b6e27c-3908-46f3-afaa-2207b9501b4b', error: null }))).toMatch(/^d2b6/);
  for (const body of [{ trackId: '' }, { trackId: null }, { trackId: 'x y <b>' }, { trackId: 'abcd', estado: 'x' }]) {
    expect(trackIdOf(answer(body))).toBeUndefined();
  }
});
