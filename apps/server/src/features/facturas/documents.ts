import { setImmediate } from 'node:timers/promises';
import type { ECF } from '@timbre/ecf';
import type { Desk } from '../../domain/desk/desk.ts';

/** Fields of the list that come from the XML of an invoice; null where the XML is. */
interface FacturaDocument {
  readonly xml: string | null;
  readonly json: Record<string, unknown> | null;
  readonly formaPago: string | null;
  readonly fechaVencimiento: string | null;
}

const none: FacturaDocument = { xml: null, json: null, formaPago: null, fechaVencimiento: null };

/** Reads signed documents. Other work of the thread is done between them. @param xmls by id */
export async function documentsOf(
  desk: Pick<Desk, 'treeOfStored'>,
  xmls: ReadonlyMap<string, string | null>,
): Promise<ReadonlyMap<string, FacturaDocument>> {
  const documents = new Map<string, FacturaDocument>();
  for (const [id, xml] of xmls) {
    documents.set(id, xml === null ? none : await read(desk, xml));
    await setImmediate();
  }
  return documents;
}

async function read(desk: Pick<Desk, 'treeOfStored'>, xml: string): Promise<FacturaDocument> {
  const { json: bytes } = await desk.treeOfStored(xml.length, xml);
  const json: ECF | null = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const idDoc = json?.Encabezado?.IdDoc;
  const formas = idDoc?.TablaFormasPago?.FormaDePago?.map(({ FormaPago }) => FormaPago) ?? [];
  return {
    xml,
    json: json as Record<string, unknown> | null,
    formaPago: formas.length === 0 ? null : formas.join(','),
    fechaVencimiento: idDoc?.FechaVencimientoSecuencia ?? null,
  };
}
