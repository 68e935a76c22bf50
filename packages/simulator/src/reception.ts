import { randomUUID } from 'node:crypto';
import type { Ambiente, Mensaje } from '@timbre/authority';
import { type XmlElement, XmlError } from '@timbre/xml';
import { SignatureError, type Trust } from '@timbre/xml/node';
import { type Examined, examine, glance, leafAt, sha256 } from './examine.ts';
import { factsOf, judge, rejected } from './judge.ts';
import type { Decision, Reception, Registry } from './registry.ts';
import type { Roll } from './roll.ts';
import type { Upload } from './upload.ts';

/** A decision that the control API ordered, instead of judging. */
export interface ForcedDecision extends Decision {
  /** Only for this number; for the next document unless said. */
  readonly eNCF?: string;
}

/** What receiving a document needs to know. */
export interface ReceptionContext {
  readonly service: 'enviarECF' | 'enviarRFCE';
  readonly ambiente: Ambiente;
  readonly tokenHolderId: string;
  readonly at: number;
  /** From when on the verdict is told, epoch milliseconds. */
  readonly finalAt: number;
  readonly trust: Trust;
  readonly registry: Registry;
  readonly roll: Roll;
  readonly documents: Map<string, string> | undefined;
  /** Takes the decision ordered for a number, if one was. */
  readonly takeForced: (eNCF: string) => ForcedDecision | undefined;
}

const rootOf = { enviarECF: 'ECF', enviarRFCE: 'RFCE' } as const;

/**
 * Receives an e-CF or an RFCE: judges it, gives it a trackId and remembers it.
 *
 * @param upload the file as it came
 * @param context who sends it, where, and what is known
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
    decision: (outcome.eNCF === undefined ? undefined : context.takeForced(outcome.eNCF)) ?? outcome.decision,
    facts: outcome.facts,
  };
  registry.receive(reception);
  context.documents?.set(reception.sha256, Buffer.from(upload.bytes).toString('utf8'));
  return reception;
}

type Outcome = Pick<Reception, 'rnc' | 'eNCF' | 'decision' | 'facts'>;

function examineAndJudge(upload: Upload, context: ReceptionContext): Outcome {
  let examined: Examined;
  try {
    examined = examine(upload.bytes, context.trust);
  } catch (error) {
    if (!(error instanceof XmlError || error instanceof SignatureError)) throw error;
    const reason = error instanceof XmlError ? `XML Inválido: ${error.message}` : `Firma inválida: ${error.message}`;
    return refuse(glance(upload.bytes), reason, context);
  }
  const { element } = examined;
  const { rnc, eNCF } = numberIn(element);
  if (element.local !== rootOf[context.service] || rnc === undefined || eNCF === undefined) {
    return refuse(element, 'XML Inválido: el documento no corresponde a este servicio', context);
  }
  const facts = factsOf(examined);
  return { rnc, eNCF, facts, decision: judge({ ...context, fileName: upload.fileName, examined, rnc, eNCF, facts }) };
}

/** A document that is not even judged. Its number stays free, unless an earlier document took it. */
function refuse(element: XmlElement | undefined, valor: string, { ambiente, registry }: ReceptionContext): Outcome {
  const { rnc, eNCF } = element === undefined ? {} : numberIn(element);
  const used = rnc !== undefined && eNCF !== undefined && registry.numberOf(ambiente, rnc, eNCF).used;
  const mensajes: readonly Mensaje[] = [{ codigo: '0', valor }];
  return { rnc, eNCF, facts: {}, decision: rejected(mensajes, used) };
}

const numberIn = (element: XmlElement): { rnc?: string | undefined; eNCF?: string | undefined } => ({
  rnc: leafAt(element, 'Encabezado.Emisor.RNCEmisor'),
  eNCF: leafAt(element, 'Encabezado.IdDoc.eNCF'),
});
