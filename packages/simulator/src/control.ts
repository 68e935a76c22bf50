import type { Ambiente, DirectorioEntry } from '@timbre/authority';
import type { Fault, FaultPlan } from './faults.ts';
import type { ForcedDecision } from './reception.ts';
import type { Reception } from './registry.ts';
import type { Authorization } from './roll.ts';
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

/** Commands to the simulated authority: from a test's code and by `POST /_control/{command}`. */
export type Controls = ReturnType<typeof createControls>;

/**
 * @param world what is controlled
 * @param faults the plan of faults
 * @param forced the decisions ordered and not yet used
 */
export function createControls(world: World, faults: FaultPlan, forced: ForcedDecision[]) {
  const { settings, registry, roll, sessions, taxpayers } = world;
  const played = (rnc: string): Taxpayer => {
    const taxpayer = taxpayers.get(rnc);
    if (taxpayer === undefined) throw new Error(`${rnc} is not played`);
    return taxpayer;
  };
  return {
    /** Changes some settings. Gives all of them. */
    settings: (changes: Partial<Settings> = {}): Settings => Object.assign(settings, changes),
    /** Plans a fault. */
    fault: (fault: Fault): void => faults.add(fault),
    /** Drops all faults. */
    clearFaults: (): void => faults.clear(),
    /** Orders the decision on a number, or on the next document. */
    force: (decision: ForcedDecision): void => {
      forced.push(decision);
    },
    /** Sets which certificates may act for an RNC; without `holderIds`, any may. */
    delegate({ rnc, holderIds }: { rnc: string; holderIds?: readonly string[] }): void {
      if (holderIds === undefined) roll.delegations.delete(rnc);
      else roll.delegations.set(rnc, holderIds);
    },
    /** Registers an electronic issuer; once there is one, issuers that are not registered are refused. */
    issuer: ({ rnc, active = true }: { rnc: string; active?: boolean }): void => {
      roll.issuers.set(rnc, { active });
    },
    /** Grants numbers to an issuer in an environment; once it has a grant, other numbers are refused. */
    authorize: (grant: Authorization): void => {
      roll.authorizations.push(grant);
    },
    /** Enters a taxpayer in the directory. */
    directory: (entry: DirectorioEntry): void => {
      roll.directory.set(entry.rnc, entry);
    },
    /** Plays a taxpayer: it serves what each issuer serves, and is in the directory. Played again, it begins anew. */
    taxpayer: (taxpayer: NewTaxpayer): void => {
      taxpayers.set(taxpayer.rnc, createTaxpayer(taxpayer, world.now));
    },
    /** Orders a taxpayer not to receive a number, or the next e-CF. */
    refuseECF: ({ rnc, ...order }: { rnc: string; motivo: Motivo; eNCF?: string }): void => {
      played(rnc).ordered.push(order);
    },
    /** The e-CF that a taxpayer was sent, in order, with what it acknowledged. */
    received: ({ rnc }: { rnc: string }): readonly ReceivedECF[] => played(rnc).received,
    /** The commercial approvals that a taxpayer was sent, in order. */
    approvals: ({ rnc }: { rnc: string }): readonly ReceivedACECF[] => played(rnc).approvals,
    /** Has a taxpayer issue an invoice and send it to its buyer. Gives what that answered. */
    issue: (order: IssueOrder): Promise<Exchange> => issueTo(played(order.rnc), order, world),
    /** Has a taxpayer approve or reject an e-CF that it received. Gives what its issuer answered. */
    answer: (order: AnswerOrder): Promise<Exchange> => answerTo(played(order.rnc), order, world),
    /** Ends every session. */
    revokeTokens: (): void => sessions.revokeAll(),
    /** Every document received, in order: crash tests compare with it. */
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
     * How many documents of an issuer were accepted in certification since one was rejected.
     * @source Proceso de certificación para ser emisor electrónico, p. 8, note 4: a rejection restarts the test
     */
    certification({ rnc }: { rnc: string }): number {
      const own = registry.receptions().filter((one) => one.ambiente === 'certecf' && one.rnc === rnc);
      return own.length - 1 - own.findLastIndex(({ decision }) => decision.estado === 'rechazado');
    },
    /** The bytes of a document by their digest, with `keepDocuments` only. */
    document: ({ sha256 }: { sha256: string }): string | undefined => world.documents?.get(sha256),
    /** Forgets everything and goes back to the initial settings. */
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
