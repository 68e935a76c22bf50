import { type Ambiente, simulacion as contract, type Estado, importacion } from '@timbre/contract';
import { type IssuingServer, withIssuing } from '../../../main/testing/issuing.ts';

type Asked = { readonly ids?: string[]; readonly ensayo?: boolean };
export type Row = importacion.FilaDeImportacion;

/** Final states. */
const ended: ReadonlySet<Estado> = new Set(['aceptado', 'aceptado_condicional', 'rechazado', 'error']);

/** A server whose company simulates. */
export function withSimulation(ambiente: Ambiente = 'certecf') {
  const server = withIssuing(ambiente);
  return Object.assign(server, simulationOf(server));
}

const simulationOf = (server: IssuingServer) => {
  const view = async () => (await server.call(contract.verSimulacion, {}, server.key)).body;
  const idOf = async () => (await view()).importacionId!;
  const generate = (body: contract.ConfiguracionDeGeneracion) =>
    server.call(contract.generarSimulacion, { body }, server.key);
  const rows = async (ensayo = false): Promise<readonly Row[]> => {
    const input = { params: { id: await idOf() }, query: { limite: 200, ensayo } };
    return (await server.call(importacion.listarFilas, input, server.key)).body.documentos;
  };
  const when = (holds: (row: Row) => boolean, ensayo = false) =>
    server.until(async () => {
      const current = await rows(ensayo);
      return current.every(holds) && current;
    });
  return {
    view,
    rows,
    generate,
    /** Generates, and returns the detail of the refusal. */
    refusal: async (body: contract.ConfiguracionDeGeneracion) => {
      const { problem } = await generate(body);
      return problem && [problem.code, problem.detail];
    },
    generateBatch: (body: { desde?: number; cantidades?: Partial<Record<contract.ClaseDeLote, number>> } = {}) =>
      server.call(contract.generarLoteDeSimulacion, { body }, server.key),
    remove: (id: string) => server.call(contract.eliminarSimulado, { params: { id } }, server.key),
    clear: () => server.call(contract.borrarSimulacion, {}, server.key),
    nextOf: async (tipo: string) => (await view()).siguientes.find((one) => one.tipo === tipo)!.siguiente,
    sign: async (body: Asked = {}) =>
      server.call(importacion.firmarImportacion, { params: { id: await idOf() }, body }, server.key),
    send: async (body: Asked = {}) =>
      server.call(importacion.enviarImportacion, { params: { id: await idOf() }, body }, server.key),
    /** Waits until all are signed, or refused. */
    signed: (ensayo = false) => when(({ estado }) => estado === 'firmado' || estado === 'error', ensayo),
    /** Waits until all are decided. */
    decided: (ensayo = false) => when(({ estado }) => ended.has(estado), ensayo),
  };
};
