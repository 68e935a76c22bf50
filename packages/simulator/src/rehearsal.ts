import type { Ambiente } from '@timbre/authority';
import { decimal } from '@timbre/values';
import { approvalRefusal } from './approval.ts';
import { examine, trustAnyone } from './examine.ts';
import { examineAndJudge } from './reception.ts';
import { type Decision, type Facts, type NumberKnown, untouched } from './registry.ts';
import { createRoll } from './roll.ts';

export type { Decision, Facts };

/** A number known to the authority before it judges a document. */
export interface KnownNumber {
  readonly rnc: string;
  readonly eNCF: string;
  /** The document accepted with it, if known. */
  readonly accepted?: Facts;
  /** Sum of the accepted credit notes that modify it, as a decimal. */
  readonly credited?: string;
}

/** A signed document to be judged in isolation: plain data, so that it can be passed to another thread. */
interface Rehearsed {
  readonly service: 'enviarECF' | 'enviarRFCE';
  readonly ambiente: Ambiente;
  /** The signed XML. */
  readonly xml: string;
  readonly fileName: string;
  /** Epoch milliseconds of its reception. */
  readonly at: number;
  /** The numbers used for its verdict; every other number is new to the authority. */
  readonly known: readonly KnownNumber[];
}

/**
 * Judges a signed document exactly as the simulator does, without receiving it: nothing is stored, and nothing is sent.
 */
export function rehearse({ known, xml, fileName, ...circumstances }: Rehearsed): Decision {
  const numbers = new Map(known.map((one) => [`${one.rnc} ${one.eNCF.toUpperCase()}`, knownOf(one, circumstances.at)]));
  const upload = { fileName, bytes: Buffer.from(xml) };
  return examineAndJudge(upload, {
    ...circumstances,
    tokenHolderId: '',
    trust: trustAnyone(() => circumstances.at),
    roll: createRoll(),
    registry: {
      numberOf: (_, rnc, eNCF) => numbers.get(`${rnc} ${eNCF.toUpperCase()}`) ?? untouched,
      isAnnulled: () => false,
    },
  }).decision;
}

/** A signed commercial approval to be judged in isolation. */
interface RehearsedApproval {
  readonly ambiente: Ambiente;
  /** The signed ACECF. */
  readonly xml: string;
  /** Epoch milliseconds of its reception. */
  readonly at: number;
  /** The e-CF that it answers, as accepted by the authority; undefined if the authority does not have it. */
  readonly accepted?: Facts;
}

/**
 * Judges a signed commercial approval exactly as the simulator does, without receiving it.
 *
 * @returns the reason for refusing it, in the DGII's words; undefined if it is accepted
 * @throws XmlError, SignatureError
 */
export function rehearseApproval({ ambiente, xml, at, accepted }: RehearsedApproval): string | undefined {
  const examined = examine(
    Buffer.from(xml),
    trustAnyone(() => at),
  );
  const known = { accepted: accepted && { facts: accepted, finalAt: at } };
  const registry = { numberOf: () => known, knowsIssuer: () => accepted !== undefined };
  return approvalRefusal(examined, { ambiente, roll: createRoll(), registry });
}

const knownOf = ({ accepted, credited = '0' }: KnownNumber, at: number): NumberKnown => ({
  accepted: accepted && { facts: accepted, finalAt: at },
  used: accepted !== undefined,
  credited: decimal(credited),
});
