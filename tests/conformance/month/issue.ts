import { configuracion, documentos, emision, recibidas } from '@timbre/contract';
import { expect } from 'vitest';
import type { Company } from './company.ts';
import { bodyOf } from './electronic.ts';
import { own } from './parties.ts';
import { bought, isReceived, refused } from './purchases.ts';
import type { Bought, Sold, Voided } from './receipt.ts';
import { sold } from './sales.ts';
import type { MonthServer } from './server.ts';
import { voided } from './voided.ts';

// The e-CF of the months, each issued on its day by the clock of the test, and accepted by the simulated DGII.

/** Issuer of a receipt: the company, or its supplier. */
type By = 'own' | 'supplier';
type Companies = Readonly<Record<By, Company>>;

/** All receipts that each of them issues. */
const issuedBy: Readonly<Record<By, readonly (Sold | Bought)[]>> = {
  own: [...sold, ...bought.filter((one) => !isReceived(one))].filter(({ via }) => via === 'ecf'),
  supplier: [...bought.filter(isReceived), refused],
};

/** Issues, receives and voids, day by day. */
export async function issueAll(server: MonthServer, companies: Companies): Promise<void> {
  const issues = (['own', 'supplier'] as const).flatMap((by) => issuedBy[by].map((one) => ({ one, by })));
  const days = new Set([...issues.map(({ one }) => one.fecha), ...voided.map(({ fecha }) => fecha)]);
  for (const day of [...days].sort()) {
    goTo(server, day);
    for (const { one, by } of issues.filter(({ one }) => one.fecha === day)) await issue(server, companies, one, by);
    for (const range of voided.filter(({ fecha }) => fecha === day)) await voidNumbers(server, companies.own, range);
  }
}

/** Moves the clock to ten in the morning of a day. */
export function goTo(server: MonthServer, day: string): void {
  server.clock.advance(Date.parse(`${day}T14:00:00Z`) - server.clock.now().getTime());
}

async function issue(server: MonthServer, companies: Companies, one: Sold | Bought, by: By): Promise<void> {
  const issuer = companies[by];
  const buyer = { RNCComprador: own.rnc, RazonSocialComprador: own.razonSocial };
  const body = by === 'own' ? bodyOf(one, issuedBy.own) : bodyOf(one, issuedBy.supplier, buyer);
  const { body: issued } = await issuer.call(emision.enviarFactura, { body, query: {}, headers: {} });
  expect(issued).toMatchObject({ eNCF: one.ncf });
  await accepted(
    server,
    async () => (await issuer.call(documentos.verDocumento, { params: { id: issued.id } })).body.estado,
  );
  if (by === 'own') return;
  // As if the supplier sent the file by mail and the company loaded it.
  const { text } = await issuer.call(documentos.verXml, { params: { id: issued.id } });
  const form = new FormData();
  form.set('xml', new File([text], `${one.ncf}.xml`));
  const { body: received } = await companies.own.call(recibidas.subirRecibida, { form });
  const id = received.id!;
  await accepted(
    server,
    async () => (await companies.own.call(recibidas.verRecibida, { params: { id } })).body.estadoDGII ?? '',
  );
  const rejection = { estado: 'rechazada', motivo: 'No es de esta empresa' } as const;
  if (one === refused) await companies.own.call(recibidas.responderRecibida, { params: { id }, body: rejection });
}

async function voidNumbers(server: MonthServer, { call }: Company, one: Voided): Promise<void> {
  const { body: ranges } = await call(configuracion.listarSecuencias, {});
  const { id } = ranges.find(({ ambiente, tipo }) => ambiente === 'ecf' && tipo === one.tipo)!;
  const body = { desde: one.desde, hasta: one.hasta, codigo608: one.motivo };
  const { body: made } = await call(configuracion.anularNumeros, { params: { id }, body });
  await accepted(server, async () => {
    const { body } = await call(configuracion.listarAnulaciones, { params: { id }, query: {} });
    return body.anulaciones.find((each) => each.id === made.id)!.estado;
  });
}

/** Waits until the DGII has accepted a document, and advances the clock meanwhile. */
async function accepted(server: MonthServer, look: () => Promise<string>): Promise<void> {
  for (let turns = 0; ; turns++) {
    const estado = await look();
    if (estado === 'aceptado') return;
    if (/rechazado|condicional/.test(estado) || turns > 3_000) throw new Error(`It is not accepted: ${estado}`);
    server.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
