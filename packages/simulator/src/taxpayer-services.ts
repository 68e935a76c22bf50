import { readDocument, writeDocument } from '@timbre/ecf';
import { compare, formatFechaHora, parseDecimal, zero } from '@timbre/values';
import { XmlError } from '@timbre/xml';
import { SignatureError, signCanonical } from '@timbre/xml/node';
import { documentFaults } from './document-faults.ts';
import { type Examined, examine, leafAt, sha256 } from './examine.ts';
import { factsOf } from './judge.ts';
import { numberIn } from './reception.ts';
import type { Memory } from './registry.ts';
import { ok, type Reply, refuse, seedReply } from './reply.ts';
import type { Motivo, Taxpayer, TaxpayerService } from './taxpayer.ts';
import type { Upload } from './upload.ts';
import type { World } from './world.ts';

/** A call to a service of a taxpayer. */
interface TaxpayerCall {
  readonly upload: Upload;
  /** Token of the header; undefined without one. */
  readonly token: string | undefined;
}

type Serve = (taxpayer: Taxpayer, call: TaxpayerCall, world: World) => Reply | Promise<Reply>;

/** Sessions belong to an environment, but a taxpayer has one address for all of them. */
const ambiente = 'testecf';
const unauthorized: Reply = { status: 401, body: 'El token no es válido o está vencido' };
const isHeld = ({ sessions }: Taxpayer, { token }: TaxpayerCall): boolean =>
  token !== undefined && sessions.holderOf(token, ambiente) !== undefined;

/** The handler of each service of a taxpayer. @source Descripción técnica v1.6, pp. 53-57 */
export const taxpayerServices: Readonly<Record<TaxpayerService, Serve>> = {
  semillaDeContribuyente: ({ sessions }, _, { now }) => seedReply(sessions.issueSeed(), now()),

  tokenDeContribuyente({ sessions }, { upload }, { trust, settings }) {
    const examined = examineOr(upload, trust);
    if ('refusal' in examined) return refuse(`Certificado no válido: ${examined.refusal.message}`);
    const valor = examined.read.kind === 'SemillaModel' ? leafAt(examined.read, 'valor') : undefined;
    if (valor === undefined || !sessions.redeemSeed(valor)) return refuse('La semilla no es válida o está vencida');
    const granted = sessions.grant({ holderId: examined.holderId, ambiente }, settings.tokenLifeMs);
    const text = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
    return ok({ token: granted.token, expira: text(granted.expira), expedido: text(granted.expedido) });
  },

  async recepcionDeContribuyente(taxpayer, call, world) {
    if (!isHeld(taxpayer, call)) return unauthorized;
    const { upload } = call;
    const examined = examineOr(upload, world.trust);
    const { rnc: rncEmisor, eNCF } = numberIn(examined.read);
    if (rncEmisor === undefined || eNCF === undefined) return refuse('El archivo no es un e-CF');
    const motivo = takeOrdered(taxpayer, eNCF) ?? motivoOf(taxpayer, examined, rncEmisor, eNCF);
    const acuse = await signedAcuse(taxpayer, { rncEmisor, eNCF, motivo }, world.now());
    taxpayer.received.push({
      fileName: upload.fileName,
      sha256: sha256(upload.bytes),
      rncEmisor,
      eNCF,
      estado: motivo === undefined ? '0' : '1',
      motivo,
      facts: motivo === undefined && !('refusal' in examined) ? factsOf(examined) : undefined,
      acuse,
    });
    return { status: 200, xml: acuse };
  },

  aprobacionDeContribuyente(taxpayer, call, world) {
    if (!isHeld(taxpayer, call)) return unauthorized;
    const examined = examineOr(call.upload, world.trust);
    const at = (name: string) => leafAt(examined.read, `DetalleAprobacionComercial.${name}`);
    const refusal =
      'refusal' in examined
        ? `La firma del XML no es válida: ${examined.refusal.message}`
        : approvalRefusalOf(taxpayer, examined, world.registry);
    taxpayer.approvals.push({
      rncComprador: at('RNCComprador') ?? '',
      eNCF: at('eNCF') ?? '',
      estado: at('Estado'),
      motivo: at('DetalleMotivoRechazo'),
      refusal,
      xml: call.upload.bytes.toString('utf8'),
    });
    return refusal === undefined ? ok({ mensaje: 'Aprobación comercial recibida' }) : refuse(refusal);
  },
};

/** A document without a valid signature, as far as it can be read. */
interface NotExamined extends Pick<Examined, 'read'> {
  readonly refusal: XmlError | SignatureError;
}

function examineOr({ bytes }: Upload, trust: World['trust']): Examined | NotExamined {
  try {
    return examine(bytes, trust);
  } catch (error) {
    if (error instanceof XmlError || error instanceof SignatureError)
      return { refusal: error, read: readDocument(bytes) };
    throw error;
  }
}

/** Reason for which a taxpayer refuses an e-CF; undefined if it receives it. @source Formato Acuse de Recibo v1.0 */
function motivoOf(
  taxpayer: Taxpayer,
  examined: Examined | NotExamined,
  rncEmisor: string,
  eNCF: string,
): Motivo | undefined {
  if ('refusal' in examined) return examined.refusal instanceof SignatureError ? '2' : '1';
  const { read } = examined;
  if (read.kind !== 'ECF' || documentFaults(read).structure.length > 0) return '1';
  if (leafAt(read, 'Encabezado.Comprador.RNCComprador') !== taxpayer.rnc) return '4';
  return findReceived(taxpayer, rncEmisor, eNCF) === undefined ? undefined : '3';
}

/** Finds the e-CF of a number that a taxpayer received. */
export const findReceived = ({ received }: Taxpayer, rncEmisor: string, eNCF: string) =>
  received.find((one) => one.estado === '0' && one.rncEmisor === rncEmisor && one.eNCF === eNCF);

function takeOrdered({ ordered }: Taxpayer, eNCF: string): Motivo | undefined {
  const at = ordered.findIndex((order) => order.eNCF === undefined || order.eNCF === eNCF);
  return at === -1 ? undefined : ordered.splice(at, 1)[0]?.motivo;
}

async function signedAcuse(
  { rnc, signer }: Taxpayer,
  { rncEmisor, eNCF, motivo }: { rncEmisor: string; eNCF: string; motivo: Motivo | undefined },
  now: number,
): Promise<string> {
  const DetalleAcusedeRecibo = {
    Version: '1.0',
    RNCEmisor: rncEmisor,
    RNCComprador: rnc,
    eNCF,
    Estado: motivo === undefined ? '0' : '1',
    ...(motivo === undefined ? {} : { CodigoMotivoNoRecibido: motivo }),
    FechaHoraAcuseRecibo: formatFechaHora(now),
  };
  return (await signCanonical(writeDocument('ARECF', { DetalleAcusedeRecibo }), signer)).xml;
}

/**
 * Reason for refusing an approval; undefined if it is accepted. It must be about an e-CF that the taxpayer issued, on
 * order or by itself, with the same amount, date and buyer.
 */
function approvalRefusalOf({ rnc, issued }: Taxpayer, { read }: Examined, registry: Memory): string | undefined {
  if (read.kind !== 'ACECF') return 'Tipo de archivo no válido, favor proveer un XML';
  const [fault] = documentFaults(read).structure;
  if (fault !== undefined) return `La estructura del archivo XML no es válida. ${fault.valor}`;
  const approval = read.tree.DetalleAprobacionComercial;
  const known = () => issued.get(approval.eNCF) ?? registry.numberOf(ambiente, rnc, approval.eNCF).accepted?.facts;
  const facts = approval.RNCEmisor === rnc ? known() : undefined;
  if (facts === undefined) return 'Factura no encontrada para esta Aprobación comercial.';
  const sameAmount =
    compare(parseDecimal(approval.MontoTotal) ?? zero, parseDecimal(facts.montoTotal ?? '') ?? zero) === 0;
  return sameAmount && facts.rncComprador === approval.RNCComprador && facts.fechaEmision === approval.FechaEmision
    ? undefined
    : 'No se encuentra un e-CF válido para esta aprobación comercial';
}
