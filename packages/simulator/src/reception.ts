import { randomUUID } from 'node:crypto';
import type { Ambiente, Mensaje } from '@timbre/authority';
import { type ReadDocument, readDocument } from '@timbre/ecf';
import { XmlError } from '@timbre/xml';
import { SignatureError, type Trust } from '@timbre/xml/node';
import { type Examined, examine, leafAt, sha256 } from './examine.ts';
import { factsOf, judge, rejected, usesNumber } from './judge.ts';
import type { Decision, Memory, Reception, Registry } from './registry.ts';
import type { Roll } from './roll.ts';
import type { Upload } from './upload.ts';

/** A decision ordered by the control API, used instead of judging. */
export interface ForcedDecision extends Decision {
  /** Only for this number; for the next document unless set. */
  readonly eNCF?: string;
}

/** Data needed to judge a document. */
interface JudgingContext {
  readonly service: 'enviarECF' | 'enviarRFCE';
  readonly ambiente: Ambiente;
  readonly tokenHolderId: string;
  readonly at: number;
  readonly trust: Trust;
  readonly registry: Memory;
  readonly roll: Roll;
}

/** Data needed to receive a document. */
interface ReceptionContext extends JudgingContext {
  readonly registry: Registry;
  /** Time at which the verdict becomes available, epoch milliseconds. */
  readonly finalAt: number;
  readonly documents: Map<string, string> | undefined;
  /** Takes the decision that was ordered for a number, if any. */
  readonly takeForced: (eNCF: string) => ForcedDecision | undefined;
}

const rootOf = { enviarECF: 'ECF', enviarRFCE: 'RFCE' } as const;

/**
 * Receives an e-CF or an RFCE: judges it, assigns a trackId and stores it.
 *
 * @param upload the file as received
 * @param context the sender, the environment, and the data of the authority
 */
export function receiveDocument(upload: Upload, context: ReceptionContext): Reception {
  const { service, ambiente, at, finalAt, registry } = context;
  const outcome = examineAndJudge(upload, context);
  const reception: Reception = {
    trackId: randomUUID(),
    service,
    ambiente,
    rnc: outcome.rnc,
    eNCF: outcome.eNCF,
    fileName: upload.fileName,
    sha256: sha256(upload.bytes),
    at,
    finalAt,
    decision: orderedOf(outcome, context) ?? outcome.decision,
    facts: outcome.facts,
  };
  registry.receive(reception);
  context.documents?.set(reception.sha256, Buffer.from(upload.bytes).toString('utf8'));
  return reception;
}

/** Takes the decision ordered for a document. For a used number, the order is ignored: it is refused as used. */
function orderedOf({ eNCF, rnc }: Outcome, { registry, ambiente, takeForced }: ReceptionContext) {
  if (eNCF === undefined) return undefined;
  const isUsed = rnc !== undefined && registry.numberOf(ambiente, rnc, eNCF).used;
  return isUsed ? undefined : takeForced(eNCF);
}

type Outcome = Pick<Reception, 'rnc' | 'eNCF' | 'decision' | 'facts'>;

/** Checks the signature of a document and judges it, without storing it. */
export function examineAndJudge(upload: Upload, context: JudgingContext): Outcome {
  let examined: Examined;
  try {
    examined = examine(upload.bytes, context.trust);
  } catch (error) {
    if (!(error instanceof XmlError || error instanceof SignatureError)) throw error;
    const reason = error instanceof XmlError ? `XML Inválido: ${error.message}` : `Firma inválida: ${error.message}`;
    return refuse(readDocument(upload.bytes), reason, context);
  }
  const { read } = examined;
  const { rnc, eNCF } = numberIn(read);
  if (read.kind !== rootOf[context.service] || rnc === undefined || eNCF === undefined) {
    return refuse(read, 'XML Inválido: el documento no corresponde a este servicio', context);
  }
  const facts = factsOf(examined);
  return { rnc, eNCF, facts, decision: judge({ ...context, fileName: upload.fileName, examined, rnc, eNCF, facts }) };
}

/** Refuses a document without judging it. */
function refuse(read: ReadDocument, valor: string, { ambiente, registry, at }: JudgingContext): Outcome {
  const { rnc, eNCF } = numberIn(read);
  const used = rnc !== undefined && eNCF !== undefined && registry.numberOf(ambiente, rnc, eNCF).used;
  const mensajes: readonly Mensaje[] = [{ codigo: '0', valor }];
  return { rnc, eNCF, facts: {}, decision: rejected(mensajes, used || usesNumber(mensajes, at)) };
}

/** The issuer and the number of an e-CF or RFCE, as far as they can be read. */
export const numberIn = (read: ReadDocument): { rnc: string | undefined; eNCF: string | undefined } => ({
  rnc: leafAt(read, 'Encabezado.Emisor.RNCEmisor'),
  eNCF: leafAt(read, 'Encabezado.IdDoc.eNCF'),
});
