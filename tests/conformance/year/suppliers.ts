import { type AuthorityClient, createAuthorityClient, systemClock } from '@timbre/authority';
import { recibidas } from '@timbre/contract';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeDemoCertificate } from '../../../apps/server/src/domain/companies/demo-certificate.ts';
import { makePeer } from '../../../apps/server/src/main/testing/peer.ts';
import type { Company } from '../month/company.ts';
import type { MonthServer } from '../month/server.ts';
import { treeOf, xmlOf } from './document-tree.ts';
import type { Party, Purchase } from './event.ts';
import { signedAt } from './own-documents.ts';
import { electronic, own } from './parties.ts';
import { settle } from './settle.ts';

// Suppliers of the company: programs of others that sign with certificates of their own, send to the DGII, and deliver
// at the public receiver.

export interface Suppliers {
  /** Sends the documents of a day to the DGII and to the company, and waits until the DGII has confirmed them there. */
  deliver(all: readonly Purchase[]): Promise<void>;
  close(): Promise<void>;
}

const buyer = { RNCComprador: own.rnc, RazonSocialComprador: own.razonSocial };

export async function makeSuppliers(server: MonthServer, company: Company): Promise<Suppliers> {
  const made = await Promise.all(
    electronic.map(async (party, n) => {
      const holder = { name: `Firmante ${n}`, id: `0000000080${n}` };
      const { key, certificate } = await makeDemoCertificate(holder, 'clave', server.clock.now());
      const signer = createSigner({ key, certificate });
      const client = createAuthorityClient({
        hosts: server.hosts(),
        sign: async (_, seed) => (await signXml(seed, signer)).xml,
        clock: { ...systemClock, monotonic: () => server.clock.monotonicMs() },
      });
      return { party, identity: { key, certificate }, signer, client };
    }),
  );
  const supplierOf = (party: Party) => made.find((one) => one.party.id === party.id)!;
  const sendToDGII = async (client: AuthorityClient, one: Purchase, xml: string) => {
    const who = { empresa: one.party.id, ambiente: 'ecf' } as const;
    const answer = await client.enviarECF(who, { fileName: `${one.party.id}${one.ncf}.xml`, xml });
    if (!('trackId' in answer)) throw new Error(JSON.stringify(answer));
  };
  const deliverOne = async (one: Purchase) => {
    const { party, identity, signer, client } = supplierOf(one.party);
    const tree = treeOf(one, { rnc: party.id, name: party.name }, signedAt(server), buyer);
    const { xml } = await signXml(`<ECF>${xmlOf(tree)}</ECF>`, signer);
    if (one.fate !== 'sin-confirmar') await sendToDGII(client, one, xml);
    const { status, text } = await makePeer(server, identity).send(xml);
    if (status !== 200 || !text.includes('<Estado>0</Estado>')) throw new Error(`${one.ncf}: ${status} ${text}`);
  };
  const find = async (one: Purchase) => {
    const query = { encf: one.ncf, emisor: one.party.id, sinXml: true };
    return (await company.call(recibidas.listarRecibidas, { query })).body.data[0]!;
  };
  return {
    async deliver(all) {
      for (const one of all) await deliverOne(one);
      for (const one of all.filter(({ fate }) => fate !== 'sin-confirmar'))
        await settle(server, `the DGII confirms ${one.ncf}`, async () => (await find(one)).estadoDGII === 'aceptado');
      const rejection = { estado: 'rechazada', motivo: 'No es de esta empresa' } as const;
      for (const one of all.filter(({ fate }) => fate === 'rechazado')) {
        const params = { id: (await find(one)).id };
        await company.call(recibidas.responderRecibida, { params, body: rejection });
      }
    },
    close: async () => {
      for (const { client } of made) await client.close();
    },
  };
}
