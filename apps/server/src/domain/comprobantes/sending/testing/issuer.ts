import { type Ambiente, documentos, emision } from '@timbre/contract';
import { beforeAll } from 'vitest';
import { saleOf } from '../../../../main/testing/draft.ts';
import type { IssuingServer } from '../../../../main/testing/issuing.ts';
import { stranger } from '../../../../main/testing/stranger.ts';
import { checkLedger, type Finding } from '../../ledger/ledger-check.ts';

/**
 * Limits for tests in which many documents have a fault of their own at the same time. Faults of one document do not hold
 * up the others: the circuit breaker opens late, and its trials follow each other closely.
 */
export const apart = { breakerThreshold: 1_000, probeEveryMs: 50, longestTrialMs: 100 };

/** A sale that brings its number, so that a fault can be planned for it before it is sent. */
export const numbered = (eNCF: string, sale: Parameters<typeof saleOf>[0] = {}) => {
  const tipo = eNCF.slice(1, 3);
  const expiry = tipo === '32' ? {} : { FechaVencimientoSecuencia: '31-12-2028' };
  return saleOf({
    tipo,
    precio: '100.00',
    idDoc: { eNCF, ...expiry },
    ...(tipo === '32' && { comprador: null }),
    ...sale,
  });
};

/** One company of a server in each environment, with ranges, and the authority's records of its documents. */
export function withIssuers(server: IssuingServer): Readonly<Record<Ambiente, Issuer>> {
  const keys: Partial<Record<Ambiente, string>> = {};
  beforeAll(async () => {
    for (const ambiente of ['testecf', 'certecf', 'ecf'] as const) {
      keys[ambiente] = (await stranger(server, { ambiente, rangos: ['31', '32', '44'] })).clave;
    }
  });
  const of = (ambiente: Ambiente) => issuerOn(server, () => keys[ambiente] ?? '');
  return { testecf: of('testecf'), certecf: of('certecf'), ecf: of('ecf') };
}

export type Issuer = ReturnType<typeof issuerOn>;

/**
 * A company of a server, and the authority's records of its documents.
 *
 * @param key returns its integration key; that of the server's own company unless set
 */
export function issuerOn(server: IssuingServer, key = () => server.key) {
  const see = async (id: string): Promise<documentos.Documento> =>
    (await server.call(documentos.verDocumento, { params: { id } }, key())).body;
  const receptionsOf = (eNCF: string) => server.simulator.control.log().filter((one) => one.eNCF === eNCF);
  return {
    key,
    see,
    async emit(body: object) {
      const { body: issued, problem } = await server.call(emision.enviarFactura, { body }, key());
      if (problem) throw new Error(JSON.stringify(problem));
      return issued;
    },
    /** Waits until the document satisfies the condition. */
    seen: (id: string, isWanted: (documento: documentos.Documento) => boolean) =>
      server.until(async () => {
        const documento = await see(id);
        return isWanted(documento) && documento;
      }),
    /** The copies of a number that the authority received. */
    receptionsOf,
    acceptedOf: (eNCF: string) => server.simulator.control.accepted().filter((one) => one.eNCF === eNCF),
    /** The findings of the ledger check, with the authority as a witness. */
    async findings(): Promise<readonly Finding[]> {
      const findings: Finding[] = [];
      const witnessed = server.simulator.control.log();
      const evidence = { now: new Date(), autoridad: 'simulador', seals: server.ctx.seals, witnessed } as const;
      await checkLedger(server.ctx.db, evidence, (finding) => findings.push(finding));
      return findings;
    },
  };
}
