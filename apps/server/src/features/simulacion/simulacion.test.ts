import { simulacion as contract, type Estado, importacion } from '@timbre/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { withIssuing } from '../../testing/issuing.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const server = withIssuing('certecf');

const view = async () => (await server.call(contract.verSimulacion, {}, server.key)).body;
const generate = (body: contract.ConfiguracionDeGeneracion) =>
  server.call(contract.generarSimulacion, { body }, server.key);
const generateBatch = (body: { desde?: number; cantidades?: Partial<Record<contract.ClaseDeLote, number>> } = {}) =>
  server.call(contract.generarLoteDeSimulacion, { body }, server.key);
const remove = (id: string) => server.call(contract.eliminarSimulado, { params: { id } }, server.key);
const clear = () => server.call(contract.borrarSimulacion, {}, server.key);
const idOf = async () => (await view()).importacionId!;
const rows = async () =>
  (await server.call(importacion.listarFilas, { params: { id: await idOf() }, query: { limite: 200 } }, server.key))
    .body.documentos;
const sign = async (body: { ids?: string[]; ensayo?: boolean } = {}) =>
  server.call(importacion.firmarImportacion, { params: { id: await idOf() }, body }, server.key);
const send = async (body: { ids?: string[]; ensayo?: boolean } = {}) =>
  server.call(importacion.enviarImportacion, { params: { id: await idOf() }, body }, server.key);
const ended: ReadonlySet<Estado> = new Set(['aceptado', 'aceptado_condicional', 'rechazado', 'error']);
const decided = () =>
  server.until(async () => {
    const found = await rows();
    return found.every(({ estado }) => ended.has(estado)) && found;
  });
const signed = () =>
  server.until(async () => {
    const found = await rows();
    return found.every(({ estado }) => estado === 'firmado') && found;
  });

beforeEach(async () => {
  server.simulator.control.reset();
  await clear();
});

describe('the standard batch', () => {
  test('has what the DGII asks for, and is signed, sent and accepted as a whole', async () => {
    const { body } = await generateBatch();
    expect(body.generados).toBe(25);
    const kinds = (await rows()).map(({ tipo, esRFCE }) => (esRFCE ? 'resumen' : tipo));
    expect(kinds.filter((kind) => kind === 'resumen')).toHaveLength(4);
    expect((await rows()).filter(({ errores }) => errores.length > 0)).toEqual([]);
    await sign();
    await signed();
    await send();
    const done = await decided();
    expect(done.filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
    expect(server.simulator.control.log().map(({ decision }) => decision.estado)).toEqual(
      Array.from({ length: 25 }, () => 'aceptado'),
    );
  });
});
