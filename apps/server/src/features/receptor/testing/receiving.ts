import { sql } from 'kysely';
import { makePeer, type Peer } from '../../../main/testing/peer.ts';
import type { TestServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { ecfXml, justNow } from '../../../main/testing/xml.ts';

/** RNC of the sender. */
export const emisor = '131880600';

/** A company that receives, and a program that sends to it. */
export async function makeReceiver(server: TestServer): Promise<{ company: Stranger; peer: Peer }> {
  // The certificates of the tests are valid from now on.
  server.clock.advance(Date.now() + 60_000 - server.clock.now().getTime());
  return { company: await stranger(server, { ...bare, certificado: true }), peer: makePeer(server) };
}

let numbers = 0;
export const nextENCF = () => `E31${String(++numbers).padStart(10, '0')}`;

/** An unsigned e-CF of the sender for a buyer. */
export const invoiceFor = (comprador: string, eNCF = nextENCF()) =>
  ecfXml({ rnc: emisor, eNCF, fechaFirma: justNow() }).replace(/(<RNCComprador>)\d+/, `$1${comprador}`);

/** The received documents of a company. */
export async function receivedOf(server: TestServer, empresaId: string) {
  const { rows } = await server.ctx.db.tenant(empresaId, (tx) =>
    sql<{ encf: string; xml: Buffer; acuse: string | null }>`
      select encf, xml, acuse from recibido order by orden`.execute(tx),
  );
  return rows;
}

/** The documents that a company refused. */
export async function refusedBy(server: TestServer, empresaId: string) {
  const { rows } = await server.ctx.db.tenant(empresaId, (tx) =>
    sql<{ motivo: number; encf: string; veces: number }>`
      select motivo, encf, veces from recepcion_rechazada order by ultima, encf`.execute(tx),
  );
  return rows;
}
