import { auditoria, clientes, configuracion, emision, usuarios } from '@timbre/contract';
import { formatTaxId } from '@timbre/values';
import { expect, test } from 'vitest';
import { sesionFacts } from './sesion-facts.ts';
import type { Session } from './session.ts';

test('a session without facts of the company is of Mi Empresa, an RNC of zeros and TEST', {
  tags: ['S2.2-4'],
}, () => {
  const { razonSocial, rncEmisor, badge } = sesionFacts(undefined, undefined);
  expect([razonSocial, formatTaxId(rncEmisor), badge]).toEqual(['Mi Empresa', '000-00000-0', 'TEST']);
});

test.each([
  { rol: 'administrador', administra: true, audita: true, emite: true },
  { rol: 'facturador', administra: false, audita: false, emite: true },
  { rol: 'contador', administra: false, audita: false, emite: false },
  { rol: 'consulta', administra: false, audita: false, emite: false },
] as const)('the role $rol is offered what the server lets it do', ({ rol, ...may }) => {
  const facts = sesionFacts(undefined, { rol } as Session);
  const { policy: administra } = usuarios.listarUsuarios;
  const { policy: audita } = auditoria.listarAuditoria;
  const { policy: emite } = emision.enviarFactura;
  expect([facts.puede(administra), facts.puede(audita), facts.puede(emite)]).toEqual([
    may.administra,
    may.audita,
    may.emite,
  ]);
  expect(facts.puede(configuracion.generarApiKey.policy)).toBe(may.administra);
  expect(facts.puede(clientes.listarClientes.policy)).toBe(false);
  expect(facts.noEmite).toBe(may.emite ? undefined : 'Su rol permite ver los comprobantes, no emitirlos');
});
