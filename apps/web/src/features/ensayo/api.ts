import type { ensayo } from '@timbre/contract';
import * as ensayoCalls from '../../calls/ensayo.generated.ts';
import { caller } from '../../lib/api.ts';

export type Ensayo = ensayo.Ensayo;
export type Comprobacion = ensayo.Comprobacion;
export type Hallazgo = ensayo.Hallazgo;

const send = caller(ensayoCalls.ensayar);

/** A document to examine, and the invoice of a summary. */
export interface PorEnsayar {
  readonly xml: Blob;
  readonly factura?: Blob | undefined;
}

/** Sends a document to the server to be examined. */
export function ensayar({ xml, factura }: PorEnsayar): Promise<Ensayo> {
  const form = new FormData();
  form.set('xml', xml, 'documento.xml');
  if (factura) form.set('factura', factura, 'factura.xml');
  return send({ form });
}

/** The text of the server's example. */
const example = caller(ensayoCalls.ejemploDeEnsayo);
export const readExample = async (alterado: boolean): Promise<string> =>
  (await example({ query: { alterado } })).blob.text();
