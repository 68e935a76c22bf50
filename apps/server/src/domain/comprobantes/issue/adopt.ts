import { refuse } from '@timbre/refusal';
import { signCanonical } from '@timbre/xml/node';
import { failpoint } from '../../../platform/process/failpoint.ts';
import { listCertificates } from '../../companies/certificate-repo.ts';
import type { Issuer } from '../../companies/issuers.ts';
import { withReadings } from '../../desk/readings.ts';
import type { Core } from '../core.ts';
import { type Arriving, demandAmbiente, type Fields } from '../judge/incoming.ts';
import { type Entered, enter } from './adopt-store.ts';
import { demandSpace } from './demand-space.ts';
import { sign, signDocument } from './seal.ts';

/**
 * Adopts a signed document that a program sends to the DGII through the platform. It enters the ledger as any other
 * document and the queue sends it. The same bytes sent again are the same document.
 *
 * @param fields those of its form
 * @returns the id of the document, durable in the database and in the journal
 * @throws Problem when it is refused: nothing is stored, no number is taken
 */
export async function adopt(
  context: Core,
  empresaId: string,
  kind: Arriving['kind'],
  bytes: Buffer,
  fields: Fields,
): Promise<string> {
  const issuer = await context.issuers.of(empresaId);
  demandAmbiente(fields, issuer);
  const certificates = await context.db.tenant(empresaId, (tx) => listCertificates(tx, empresaId));
  const now = context.clock.now().getTime();
  const tasas = await context.exciseRates.current();
  const incoming = { kind, bytes, issuer, certificates, fields, now, tasas };
  const arriving = await context.desk.readIncoming(bytes.length, incoming);
  const entered = await store(context, { issuer, origen: 'api' }, arriving);
  return entered.id;
}

/**
 * Signs any XML with the company's certificate. An existing signature is removed first.
 *
 * An e-CF or a summary takes its number here. It is stored but not queued: the caller will send it later. If the
 * document that holds the number has the same content, that stored document is returned. FechaHoraFirma of an e-CF is
 * set to the time of signing when the caller asks for it or when it is missing.
 *
 * @param fields those of its form
 * @param demandFree throws unless the caller may sign XML that is not a document of the company
 * @returns the signed bytes
 * @source docs/design/emission.md#signed-documents-enter-the-ledger
 * @throws Problem `xml/invalido`; for a document with a number, also the problems of its emission: nothing is signed,
 * no number is taken
 */
export async function signAnyXml(
  context: Core,
  empresaId: string,
  xml: Uint8Array,
  agregarFechaHoraFirma: boolean,
  fields: Fields,
  demandFree: () => Promise<void>,
): Promise<string> {
  const issuer = await context.issuers.of(empresaId);
  demandAmbiente(fields, issuer);
  const now = context.clock.now().getTime();
  const tasas = await context.exciseRates.current();
  const wanted = { xml, issuer, fields, agregarFechaHoraFirma, now, tasas };
  const read = await context.desk.readToSign(xml.length, wanted);
  if (read.kind === undefined && !read.routine) await demandFree();
  const { signer, certificadoId } = await context.signers.of(empresaId);
  if (read.kind === undefined) return (await signCanonical(read.canonical, signer)).xml;
  const { tipo, numero, eNCF, content } = read;
  if (read.kind === 'ECF') {
    const unsealed = { ...read.split, keepFechaHoraFirma: true };
    const sealed = await signDocument({ signer, now }, unsealed, { numero, vence: null });
    const entry = { issuer, origen: 'firma', anyMoment: read.anyMoment } as const;
    return (await store(context, entry, { kind: 'ECF', ...sealed, avisos: read.avisos, certificadoId, content })).xml;
  }
  const codigoSeguridad = read.tree.Encabezado.CodigoSeguridadeCF;
  const signed = { ...(await sign(read.canonical, signer)), codigoSeguridad };
  const arriving = { kind: 'RFCE', head: read.tree, tipo, numero, eNCF, signed, certificadoId, content } as const;
  return (await store(context, { issuer, origen: 'firma' }, arriving)).xml;
}

type Storing = { readonly issuer: Issuer } & Omit<Parameters<typeof enter>[2], 'now' | 'read'>;

/**
 * Stores in one transaction, then records in the journal: afterwards the document survives the loss of this process and
 * of its database.
 */
async function store(context: Core, entry: Storing, arriving: Arriving): Promise<Entered> {
  const { db, clock, journal } = context;
  await demandSpace(context);
  const { ambiente, id, rnc: rncEmisor } = entry.issuer;
  const entered = await withReadings(context.desk, 'readStored', (read) =>
    db.tenant(id, async (tx) => {
      const done = await enter(tx, context, { ...entry, now: clock.now(), read }, arriving);
      failpoint('adopt-stored');
      return done;
    }),
  );
  failpoint('adopt-committed');
  // A number reaches the caller or the DGII only after the journal has recorded it.
  const { tipo, numero, eNCF } = arriving;
  await journal
    .record([{ ambiente, rncEmisor, tipo, numero }])
    .catch(() => refuse('servidor/lleno', storedButHeld(eNCF)));
  failpoint('adopt-journaled');
  context.metrics.issueRequests.inc({ origen: entry.origen === 'firma' ? 'firma' : 'xml', tipo, resultado: 'emitido' });
  return entered;
}

const storedButHeld = (eNCF: string) =>
  `El comprobante ${eNCF} quedó guardado, pero el diario de emisión no se puede escribir. Repita esta misma llamada más tarde: no se emitirá dos veces.`;
