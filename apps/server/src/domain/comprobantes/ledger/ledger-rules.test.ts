import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { absenceApartMs } from '../sending/next-step.ts';
import { judgeRow, type LedgerAttempt, type LedgerRow } from './ledger-rules.ts';

const xml = '<ECF><eNCF>E310000000001</eNCF></ECF>';
const xml_sha256 = createHash('sha256').update(xml).digest();
const signed = xml_sha256.toString('hex');
const apart = absenceApartMs.dgii;

const row = (more: Partial<LedgerRow>): LedgerRow => ({
  id: 'd',
  ambiente: 'ecf',
  rnc_emisor: '199000005',
  encf: 'E310000000001',
  es_rfce: false,
  estado: 'aceptado',
  codigo: '1',
  mensajes: [],
  asentado: false,
  ocupa_numero: true,
  secuencia_utilizada: true,
  xml,
  xml_sha256,
  origen: 'api',
  espera_persona: false,
  resumen_estado: null,
  proximo: null,
  intentos: [],
  ...more,
});
const broken = (more: Partial<LedgerRow>) => [...judgeRow(row(more), new Date(0), 'dgii')].map(([promise]) => promise);

const tried = (operacion: LedgerAttempt['operacion'], resultado: LedgerAttempt['resultado'], more = {}) => ({
  operacion,
  resultado,
  trackId: null,
  en: 0,
  sha256: operacion === 'envio' || operacion === 'reenvio' ? signed : null,
  vigente: true,
  ...more,
});
const unheard = tried('envio', 'desconocido');
const absentAt = (en: number) => tried('conciliacion', 'no_hallado', { en });
const again = tried('envio', 'recibido');
const marked = tried('reenvio', 'recibido');

test.each<[string, 'ecf' | 'certecf', readonly LedgerAttempt[]]>([
  ['after two look-ups, apart in time, without a result', 'ecf', [unheard, absentAt(0), absentAt(apart), again]],
  ['after bytes that never left', 'ecf', [tried('envio', 'no_enviado'), again]],
  ['signed again', 'ecf', [tried('envio', 'recibido', { vigente: false, sha256: 'ab' }), again]],
  ['marked, where nobody can be asked', 'certecf', [unheard, tried('reenvio', null), marked]],
  [
    'as it was done before the bytes were stored',
    'ecf',
    [{ ...unheard, sha256: null }, absentAt(0), { ...again, sha256: null }],
  ],
])('I6: a document may be posted %s', (_, ambiente, intentos) => {
  expect(broken({ ambiente, intentos })).toEqual([]);
});

test.each<[string, 'ecf' | 'certecf', readonly LedgerAttempt[]]>([
  ['without a look-up', 'ecf', [unheard, again]],
  ['after a process that died while posting', 'ecf', [tried('envio', null), again]],
  ['after a single look-up', 'ecf', [unheard, absentAt(0), again]],
  ['after two look-ups too close together', 'ecf', [unheard, absentAt(0), absentAt(apart - 1), again]],
  ['after look-ups made before the last post', 'ecf', [unheard, absentAt(0), absentAt(apart), again, again]],
  ['after a look-up that failed', 'ecf', [unheard, tried('conciliacion', 'desconocido'), again]],
  ['after a reception', 'ecf', [tried('envio', 'recibido'), again]],
  ['marked, where it could have been asked for', 'ecf', [unheard, marked]],
  ['unmarked, where nobody can be asked', 'certecf', [unheard, again]],
  ['marked, with nothing before it', 'certecf', [marked]],
  ['marked, with other bytes', 'certecf', [unheard, { ...marked, sha256: 'ab'.repeat(32) }]],
  ['marked, without its bytes on record', 'certecf', [unheard, { ...marked, sha256: null }]],
])('I6: a second post %s breaks the promise', (_, ambiente, intentos) => {
  expect(broken({ ambiente, intentos })).toContain('I6');
});

const used = { estado: 'rechazado', codigo: '2', mensajes: [{ codigo: '1209' }] } as const;

test('I4: the rejection "number used" is final only if no earlier post of the document can have used it', () => {
  expect(broken({ ...used, intentos: [again] })).toEqual([]);
  expect(broken({ ...used, asentado: true, ambiente: 'certecf', intentos: [unheard, marked] })).toEqual([]);
  expect(broken({ ...used, ambiente: 'certecf', intentos: [unheard, marked] })).toEqual(['I4']);
  expect(broken({ ...used, intentos: [unheard] })).toEqual(['I4']);
});

test('I3: an unconfirmed document waits for a person only where the authority cannot be asked', () => {
  const open = { estado: 'sin_confirmar', codigo: '1209', secuencia_utilizada: null } as const;
  const intentos = [unheard, marked];
  expect(broken({ ...open, ambiente: 'certecf', intentos })).toEqual([]);
  expect(broken({ ...open, ambiente: 'certecf', codigo: null, intentos })).toEqual(['I3']);
  const asked = [unheard, absentAt(0), absentAt(apart), again];
  expect(broken({ ...open, intentos: asked })).toEqual(['I3']);
  expect(broken({ ...open, intentos: asked, proximo: new Date(1) })).toEqual([]);
});
