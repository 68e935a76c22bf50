import type { Ambiente, DirectorioEntry } from '@timbre/authority';
import type { Fault, FaultPlan } from './faults.ts';
import type { ForcedDecision } from './reception.ts';
import type { Reception } from './registry.ts';
import type { Authorization, Roll } from './roll.ts';
import {
  createTaxpayer,
  type Motivo,
  type NewTaxpayer,
  type ReceivedACECF,
  type ReceivedECF,
  type Taxpayer,
} from './taxpayer.ts';
import { type AnswerOrder, answerTo, type Exchange, type IssueOrder, issueTo } from './taxpayer-send.ts';
import { defaultSettings, type Settings, type World } from './world.ts';

/** Commands to the simulated authority, from the code of tests and by `POST /_control/{command}`. */
export type Controls = ReturnType<typeof createControls>;

/**
 * @param world the state to control
 * @param faults the plan of faults
 * @param forced the decisions ordered and not yet used
 */
export function createControls(world: World, faults: FaultPlan, forced: ForcedDecision[]) {
  const { settings, registry, roll, sessions, taxpayers } = world;
  return {
    /** Changes some settings. Returns all of them. */
    settings: (changes: Partial<Settings> = {}): Settings => Object.assign(settings, changes),
    ...faultCommands(faults, forced),
    ...rollCommands(roll),
    ...taxpayerCommands(world),
    /** Ends every session. */
    revokeTokens: (): void => sessions.revokeAll(),
    ...receptionQueries(world),
    /** Deletes all data and restores the default settings. */
    reset(): void {
      registry.reset();
      sessions.revokeAll();
      faults.clear();
      forced.length = 0;
      Object.assign(settings, defaultSettings);
      for (const list of [roll.delegations, roll.issuers, roll.directory, taxpayers]) list.clear();
      roll.authorizations.length = 0;
      world.documents?.clear();
    },
  };
}

/** Commands that order faults and decisions. */
const faultCommands = (faults: FaultPlan, forced: ForcedDecision[]) => ({
  /** Plans a fault. */
  fault: (fault: Fault): void => faults.add(fault),
  /** Drops all faults. */
  clearFaults: (): void => faults.clear(),
  /** Orders the decision on a number, or on the next document. */
  force: (decision: ForcedDecision): void => {
    forced.push(decision);
  },
});

/** Commands that register what the authority records of taxpayers. */
const rollCommands = (roll: Roll) => ({
  /** Sets the certificates that may act for an RNC; without `holderIds`, any may. */
  delegate({ rnc, holderIds }: { rnc: string; holderIds?: readonly string[] }): void {
    if (holderIds === undefined) roll.delegations.delete(rnc);
    else roll.delegations.set(rnc, holderIds);
  },
  /** Registers an electronic issuer. Once there is one, unregistered issuers are refused. */
  issuer: ({ rnc, active = true }: { rnc: string; active?: boolean }): void => {
    roll.issuers.set(rnc, { active });
  },
  /** Grants numbers to an issuer in an environment. Once it has a grant, other numbers are refused. */
  authorize: (grant: Authorization): void => {
    roll.authorizations.push(grant);
  },
  /** Adds a taxpayer to the directory. */
  directory: (entry: DirectorioEntry): void => {
    roll.directory.set(entry.rnc, entry);
  },
});

/** Commands to the simulated taxpayers. */
const taxpayerCommands = (world: World) => ({
  /** Simulates a taxpayer, with the services of an issuer and a directory entry. A repeated call resets it. */
  taxpayer: (taxpayer: NewTaxpayer): void => {
    world.taxpayers.set(taxpayer.rnc, createTaxpayer(taxpayer, world.now));
  },
  /** Orders a taxpayer to refuse a number, or the next e-CF. */
  refuseECF: ({ rnc, ...order }: { rnc: string; motivo: Motivo; eNCF?: string }): void => {
    played(world, rnc).ordered.push(order);
  },
  /** The e-CF sent to a taxpayer, in order, with its acknowledgements. */
  received: ({ rnc }: { rnc: string }): readonly ReceivedECF[] => played(world, rnc).received,
  /** The commercial approvals sent to a taxpayer, in order. */
  approvals: ({ rnc }: { rnc: string }): readonly ReceivedACECF[] => played(world, rnc).approvals,
  /** Makes a taxpayer issue an invoice and send it to its buyer. Returns the buyer's answer. */
  issue: (order: IssueOrder): Promise<Exchange> => issueTo(played(world, order.rnc), order, world),
  /** Makes a taxpayer approve or reject an e-CF that it received. Returns the issuer's answer. */
  answer: (order: AnswerOrder): Promise<Exchange> => answerTo(played(world, order.rnc), order, world),
});

function played({ taxpayers }: World, rnc: string): Taxpayer {
  const taxpayer = taxpayers.get(rnc);
  if (taxpayer === undefined) throw new Error(`${rnc} is not played`);
  return taxpayer;
}

/** Queries of the documents received. */
const receptionQueries = ({ registry, documents }: World) => ({
  /** Every document received, in order; used by crash tests for comparison. */
  log: (): readonly Reception[] => registry.receptions(),
  /** The documents that were accepted. */
  accepted: ({ ambiente }: { ambiente?: Ambiente } = {}): readonly Reception[] =>
    registry
      .receptions()
      .filter(
        (reception) =>
          reception.decision.estado !== 'rechazado' && (ambiente === undefined || reception.ambiente === ambiente),
      ),
  /**
   * Number of documents of an issuer accepted in certification since its last rejection.
   * @source Proceso de certificación para ser emisor electrónico, p. 8, note 4: a rejection restarts the test
   */
  certification({ rnc }: { rnc: string }): number {
    const own = registry.receptions().filter((one) => one.ambiente === 'certecf' && one.rnc === rnc);
    return own.length - 1 - own.findLastIndex(({ decision }) => decision.estado === 'rechazado');
  },
  /** The text of a document by its digest; only with `keepDocuments`. */
  document: ({ sha256 }: { sha256: string }): string | undefined => documents?.get(sha256),
});
