import type { Ambiente } from '@timbre/authority';
import { decimal } from '@timbre/values';
import { trustAnyone } from './examine.ts';
import { examineAndJudge } from './reception.ts';
import { type Decision, type Facts, type NumberKnown, untouched } from './registry.ts';
import { createRoll } from './roll.ts';

export type { Decision, Facts };

/** A number that the authority knows before it judges a document. */
export interface KnownNumber {
  readonly rnc: string;
  readonly eNCF: string;
  /** The document accepted with it, as far as it is known. */
  readonly accepted?: Facts;
  /** Sum of the accepted credit notes that modify it, as a decimal. */
  readonly credited?: string;
}

/** A signed document to be judged by itself: plain data, so that another thread can do it. */
export interface Rehearsed {
  readonly service: 'enviarECF' | 'enviarRFCE';
  readonly ambiente: Ambiente;
  /** The signed XML. */
  readonly xml: string;
  readonly fileName: string;
  /** Epoch milliseconds of its reception. */
  readonly at: number;
  /** The numbers that its verdict depends on; every other number is new to the authority. */
  readonly known: readonly KnownNumber[];
}

/**
 * Judges a signed document exactly as the simulator does, without receiving it: nothing is remembered, and nothing is sent.
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

const knownOf = ({ accepted, credited = '0' }: KnownNumber, at: number): NumberKnown => ({
  accepted: accepted && { facts: accepted, finalAt: at },
  used: accepted !== undefined,
  credited: decimal(credited),
});
