import type { Ambiente, DirectorioEntry } from '@timbre/authority';
import type { Fault, FaultPlan } from './faults.ts';
import type { ForcedDecision } from './reception.ts';
import type { Reception } from './registry.ts';
import type { Authorization } from './roll.ts';
import { defaultSettings, type Settings, type World } from './world.ts';

/** Orders to the authority: the same from a test's code and by `POST /_control/{command}`. */
export type Controls = ReturnType<typeof createControls>;

/**
 * @param world what is controlled
 * @param faults the plan of faults
 * @param forced the decisions ordered and not yet taken
 */
export function createControls(world: World, faults: FaultPlan, forced: ForcedDecision[]) {
  const { settings, registry, roll, sessions } = world;
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
    /** Says which certificates may act for an RNC; without `holderIds`, any. */
    delegate({ rnc, holderIds }: { rnc: string; holderIds?: readonly string[] }): void {
      if (holderIds === undefined) roll.delegations.delete(rnc);
      else roll.delegations.set(rnc, holderIds);
    },
    /** Enters an electronic issuer; from the first one on, others are refused. */
    issuer: ({ rnc, active = true }: { rnc: string; active?: boolean }): void => {
      roll.issuers.set(rnc, { active });
    },
    /** Grants numbers to an issuer in an environment; from its first grant on, others are refused. */
    authorize: (grant: Authorization): void => {
      roll.authorizations.push(grant);
    },
    /** Enters a taxpayer in the directory. */
    directory: (entry: DirectorioEntry): void => {
      roll.directory.set(entry.rnc, entry);
    },
    /** Ends every session. */
    revokeTokens: (): void => sessions.revokeAll(),
    /** Every document received, in order: the oracle of crash tests. */
    log: (): readonly Reception[] => registry.receptions(),
    /** The documents that were accepted. */
    accepted: ({ ambiente }: { ambiente?: Ambiente } = {}): readonly Reception[] =>
      registry
        .receptions()
        .filter(
          (reception) =>
            reception.decision.estado !== 'rechazado' && (ambiente === undefined || reception.ambiente === ambiente),
        ),
    /** The bytes of a document by its digest, when `keepDocuments` was asked for. */
    document: ({ sha256 }: { sha256: string }): string | undefined => world.documents?.get(sha256),
    /** Forgets everything and behaves as at first. */
    reset(): void {
      registry.reset();
      sessions.revokeAll();
      faults.clear();
      forced.length = 0;
      Object.assign(settings, defaultSettings);
      for (const list of [roll.delegations, roll.issuers, roll.directory]) list.clear();
      roll.authorizations.length = 0;
      world.documents?.clear();
    },
  };
}
