import { type Ambiente, piloto, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { writeZip, type ZipPart } from '@timbre/workbook';
import { signedDocuments } from '../../domain/comprobantes/queries/signed-documents.ts';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { drawingOf } from '../documentos/service.ts';
import { importOfSimulation } from '../simulacion/service.ts';
import { acceptedBySummary, lastAccepted, type PrintedSlot } from './phases-repo.ts';
import { listPilots } from './repo.ts';
import { mostFull } from './view.ts';

/** The kinds of documents whose printed form step 5 requires. @source FACTS §12: eleven slots */
const slots: readonly PrintedSlot[] = [
  { nombre: '31-credito-fiscal', tipo: 31, resumida: false },
  { nombre: '32-consumo-mayor', tipo: 32, resumida: false },
  { nombre: '32-consumo-menor', tipo: 32, resumida: true },
  { nombre: '33-nota-de-debito', tipo: 33, resumida: false },
  { nombre: '34-nota-de-credito', tipo: 34, resumida: false },
  { nombre: '41-compras', tipo: 41, resumida: false },
  { nombre: '43-gastos-menores', tipo: 43, resumida: false },
  { nombre: '44-regimenes-especiales', tipo: 44, resumida: false },
  { nombre: '45-gubernamental', tipo: 45, resumida: false },
  { nombre: '46-exportaciones', tipo: 46, resumida: false },
  { nombre: '47-pagos-al-exterior', tipo: 47, resumida: false },
];

/** The test for which the DGII requires full invoices: the data test, or the simulation. */
type Origin = 'set' | 'simulacion';

/** The documents of a test; null if there are none. */
const importOf: Readonly<Record<Origin, (tx: Tx, empresaId: string, ambiente: Ambiente) => Promise<string | null>>> = {
  set: async (tx, empresaId, ambiente) => {
    const pilots = await listPilots(tx, empresaId, ambiente);
    return pilots.find(({ parte }) => parte === 'comprobantes')?.importacion_id ?? refuse('piloto/falta');
  },
  simulacion: importOfSimulation,
};

/**
 * The signed full invoices whose summary was accepted, for the portal.
 *
 * @throws Problem `piloto/falta`, `piloto/sin-completas`
 */
export async function fullInvoices(ctx: Context, empresaId: string, origin: Origin): Promise<Payload> {
  const { ambiente } = await ctx.issuers.of(empresaId);
  const documents = await ctx.db.reading(empresaId, async (tx) => {
    const id = await importOf[origin](tx, empresaId, ambiente);
    return id === null ? [] : signedDocuments(tx, empresaId, await acceptedBySummary(tx, empresaId, id, mostFull));
  });
  if (documents.length === 0) refuse('piloto/sin-completas');
  const parts = documents.map(({ rnc_emisor, encf, xml }) => ({
    name: `${rnc_emisor}${encf}.xml`,
    content: Buffer.from(xml),
  }));
  return packed(ctx, 'facturas-completas', parts);
}

/**
 * The printed form of the last accepted document of each kind that step 5 requires.
 *
 * @throws Problem `piloto/sin-representaciones`
 */
export async function printedForms(ctx: Context, empresaId: string): Promise<Payload> {
  const { ambiente, rnc } = await ctx.issuers.of(empresaId);
  const { drawing, forms } = await ctx.db.reading(empresaId, async (tx) => {
    const ids = await Promise.all(slots.map((slot) => lastAccepted(tx, { empresaId, ambiente, rnc }, slot)));
    const present = slots.flatMap((slot, i) => (ids[i] === undefined ? [] : [{ slot, id: ids[i] }]));
    const documents = await signedDocuments(
      tx,
      empresaId,
      present.map(({ id }) => id),
    );
    return {
      drawing: await drawingOf(ctx, tx, empresaId),
      forms: documents.map((document, i) => ({ document, slot: present[i]!.slot })),
    };
  });
  if (forms.length === 0) refuse('piloto/sin-representaciones');
  const parts: ZipPart[] = [];
  for (const { slot, document } of forms) {
    const { xml, codigo_seguridad: codigoSeguridad } = document;
    const printed = { xml, codigoSeguridad, ambiente, forma: 'carta', contingencia: false, ...drawing } as const;
    const bytes = Buffer.from(await ctx.desk.drawPrinted(alwaysInAThread, printed));
    if (bytes.length > piloto.limitesDelPiloto.pdf) refuse('piloto/sin-representaciones', tooLarge(slot));
    parts.push({ name: `${slot.nombre}-${document.encf}.pdf`, content: bytes, packed: true });
  }
  return packed(ctx, 'representaciones-impresas', parts);
}

const tooLarge = ({ nombre }: PrintedSlot): string =>
  `El PDF de ${nombre} pasa de 10 MB, que es lo más que admite el portal: use un logo más pequeño`;

async function packed({ clock }: Pick<Context, 'clock'>, name: string, parts: readonly ZipPart[]): Promise<Payload> {
  const each = async function* () {
    yield* parts;
  };
  const bytes: Buffer[] = [];
  for await (const part of writeZip(each(), clock.now().getTime())) bytes.push(part);
  return { bytes: Buffer.concat(bytes), fileName: `${name}.zip`, contentType: tiposDeMedio.zip };
}
