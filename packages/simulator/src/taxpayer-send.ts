import type { Ambiente, DirectorioEntry } from '@timbre/authority';
import { writeDocument } from '@timbre/ecf';
import { formatENCF, formatFecha, formatFechaHora } from '@timbre/values';
import { escapeText } from '@timbre/xml';
import { signXml } from '@timbre/xml/node';
import { examine } from './examine.ts';
import { factsOf } from './judge.ts';
import { directoryIn } from './queries.ts';
import { services } from './services.ts';
import type { Taxpayer } from './taxpayer.ts';
import { findReceived } from './taxpayer-services.ts';
import type { World } from './world.ts';

/** An invoice that a taxpayer is ordered to issue. */
export interface IssueOrder {
  readonly rnc: string;
  readonly rncComprador: string;
  /** Amount of its only line, which is exempt; 100.00 unless set. */
  readonly monto?: string;
  /** `testecf` unless set. */
  readonly ambiente?: Ambiente;
  /** Address of the buyer's services, instead of that in the directory. */
  readonly url?: string;
}

/** An order to answer commercially an e-CF that a taxpayer received. */
export interface AnswerOrder {
  readonly rnc: string;
  readonly rncEmisor: string;
  readonly eNCF: string;
  /** Reason of a rejection; without it, the taxpayer approves. */
  readonly motivo?: string;
  readonly ambiente?: Ambiente;
  readonly url?: string;
}

/** A sent document and the answer of the other side. */
export interface Exchange {
  readonly eNCF: string;
  /** The signed document that was sent. */
  readonly xml: string;
  readonly status: number;
  /** The body of its answer: for an e-CF, the ARECF. */
  readonly answer: string;
}

const answerTimeoutMs = 30_000;

/**
 * Issues an invoice of type 31, sends it to this authority, and then to its buyer as any issuer does: seed, signature,
 * token, reception.
 *
 * @throws Error if the buyer has no address, does not answer or returns no token
 */
export async function issueTo(taxpayer: Taxpayer, order: IssueOrder, world: World): Promise<Exchange> {
  const { rncComprador, ambiente = 'testecf' } = order;
  const to = addressOf(rncComprador, order, world);
  const eNCF = formatENCF('31', taxpayer.issued.size + 1);
  const { xml } = await signXml(invoice(taxpayer, { ...order, eNCF }, world.now()), taxpayer.signer);
  taxpayer.issued.set(eNCF, factsOf(examine(Buffer.from(xml), world.trust)));
  const fileName = `${taxpayer.rnc}${eNCF}.xml`;
  services.enviarECF(toAuthority(taxpayer, ambiente, fileName, xml), world);
  return { eNCF, xml, ...(await post(taxpayer, to, to.urlRecepcion, '/fe/recepcion/api/ecf', fileName, xml)) };
}

/**
 * Approves or rejects commercially an e-CF that the taxpayer received. The answer goes to its issuer and to the
 * authority.
 *
 * @throws Error if it received none of that number, or as {@link issueTo}
 */
export async function answerTo(taxpayer: Taxpayer, order: AnswerOrder, world: World): Promise<Exchange> {
  const { rncEmisor, eNCF, motivo, ambiente = 'testecf' } = order;
  const facts = findReceived(taxpayer, rncEmisor, eNCF)?.facts;
  if (facts === undefined) throw new Error(`${taxpayer.rnc} did not receive ${eNCF} of ${rncEmisor}`);
  const to = addressOf(rncEmisor, order, world);
  const DetalleAprobacionComercial = {
    Version: '1.0',
    RNCEmisor: rncEmisor,
    eNCF,
    FechaEmision: facts.fechaEmision ?? '',
    MontoTotal: facts.montoTotal ?? '',
    RNCComprador: taxpayer.rnc,
    Estado: motivo === undefined ? '1' : '2',
    ...(motivo === undefined ? {} : { DetalleMotivoRechazo: motivo }),
    FechaHoraAprobacionComercial: formatFechaHora(world.now()),
  };
  const { xml } = await signXml(writeDocument('ACECF', { DetalleAprobacionComercial }), taxpayer.signer);
  const fileName = `${taxpayer.rnc}${eNCF}.xml`;
  services.aprobacionComercial(toAuthority(taxpayer, ambiente, fileName, xml), world);
  return {
    eNCF,
    xml,
    ...(await post(taxpayer, to, to.urlAceptacion, '/fe/aprobacioncomercial/api/ecf', fileName, xml)),
  };
}

/** A direct call of a service of this authority, without HTTP. */
const toAuthority = ({ holderId }: Taxpayer, ambiente: Ambiente, fileName: string, xml: string) => ({
  ambiente,
  holder: { holderId, ambiente },
  query: () => '',
  upload: { fileName, bytes: Buffer.from(xml) },
});

function addressOf(rnc: string, { ambiente = 'testecf', url }: Pick<IssueOrder, 'ambiente' | 'url'>, world: World) {
  if (url !== undefined) return { nombre: '', rnc, urlRecepcion: url, urlAceptacion: url, urlOpcional: url };
  const entry = directoryIn(ambiente, world).find((one) => one.rnc === rnc);
  if (entry === undefined) throw new Error(`The directory has no address of ${rnc}`);
  return entry;
}

async function post(
  taxpayer: Taxpayer,
  { urlOpcional }: DirectorioEntry,
  base: string,
  path: string,
  fileName: string,
  xml: string,
): Promise<Pick<Exchange, 'status' | 'answer'>> {
  const token = urlOpcional === undefined ? undefined : await tokenOf(taxpayer, urlOpcional);
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(answerTimeoutMs),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: formOf(fileName, xml),
  });
  return { status: answer.status, answer: await answer.text() };
}

/** Obtains a token of another taxpayer by signing its seed. */
async function tokenOf({ signer }: Taxpayer, base: string): Promise<string> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const seed = await fetch(`${base}/fe/autenticacion/api/semilla`, { signal });
  const { xml } = await signXml(await seed.text(), signer);
  const body = formOf('semilla.xml', xml);
  const path = '/fe/autenticacion/api/validacioncertificado';
  const granted = await fetch(`${base}${path}`, { method: 'POST', signal, body });
  const { token } = (await granted.json()) as { token?: string };
  if (!granted.ok || token === undefined) throw new Error(`No token of ${base}: ${granted.status}`);
  return token;
}

function formOf(fileName: string, xml: string): FormData {
  const form = new FormData();
  form.append('xml', new File([xml], fileName, { type: 'text/xml' }));
  return form;
}

/** The smallest valid invoice, unsigned: one exempt line. */
function invoice(
  { rnc, nombre }: Taxpayer,
  { eNCF, rncComprador, monto = '100.00' }: IssueOrder & { readonly eNCF: string },
  now: number,
): string {
  const today = formatFecha(now);
  const expires = `31-12-${Number(today.slice(-4)) + 1}`;
  return `<ECF><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>31</TipoeCF><eNCF>${eNCF}</eNCF><FechaVencimientoSecuencia>${expires}</FechaVencimientoSecuencia><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>${escapeText(nombre)}</RazonSocialEmisor><DireccionEmisor>Calle Uno 1</DireccionEmisor><FechaEmision>${today}</FechaEmision></Emisor><Comprador><RNCComprador>${rncComprador}</RNCComprador><RazonSocialComprador>Comprador</RazonSocialComprador></Comprador><Totales><MontoExento>${monto}</MontoExento><MontoTotal>${monto}</MontoTotal></Totales></Encabezado><DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>4</IndicadorFacturacion><NombreItem>Servicio</NombreItem><IndicadorBienoServicio>2</IndicadorBienoServicio><CantidadItem>1.00</CantidadItem><PrecioUnitarioItem>${monto}</PrecioUnitarioItem><MontoItem>${monto}</MontoItem></Item></DetallesItems><FechaHoraFirma>${formatFechaHora(now)}</FechaHoraFirma></ECF>`;
}
