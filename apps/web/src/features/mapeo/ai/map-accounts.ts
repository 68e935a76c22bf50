import type { Account } from '@timbre/reports';
import type { Destino } from '../tabs.ts';
import { AssistantError, ask } from './messages-api.ts';
import { type Proposal, proposalsByWords, questionAbout, questionsOf, readProposals } from './proposals.ts';
import type { AiSettings } from './settings.ts';

/** The proposals of a run, and why some of them were made from keywords. */
export interface Run {
  readonly proposals: readonly Proposal[];
  /** Why the model did not answer some of the questions. */
  readonly failures: readonly string[];
}

/**
 * Asks the model about accounts, in consecutive questions of at most 150. If a question fails, its accounts get
 * proposals from keywords, and the failure is reported. If cancelled, returns the proposals made so far.
 *
 * @param onProgress called with the number of accounts that are done
 */
export async function mapAccounts(
  url: string,
  settings: AiSettings,
  destino: Destino,
  cuentas: readonly Account[],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Run> {
  const questions = questionsOf(destino, cuentas);
  const total = questions.reduce((sum, each) => sum + each.length, 0);
  const proposals: Proposal[] = [];
  const failures = new Set<string>();
  let done = 0;
  for (const each of questions) {
    onProgress(done, total);
    try {
      proposals.push(...readProposals(destino, each, await ask(url, settings, questionAbout(destino, each), signal)));
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof AssistantError)) throw error;
      failures.add(error.message);
      proposals.push(...proposalsByWords(destino, each));
    }
    done += each.length;
  }
  onProgress(done, total);
  return { proposals, failures: [...failures] };
}

/** Two accounts for the test of the connection. @source specification 002 §7 */
const samples: readonly Account[] = [
  ['1106', 'ITBIS por pagar'],
  ['6101', 'Combustible'],
].map(([id = '', name = '']) => ({
  id,
  accountNumber: id,
  name,
  type: 'Gasto',
  detailType: '',
  description: '',
  active: true,
  currency: 'DOP',
}));

/** Asks the model about two sample accounts. @throws AssistantError */
export async function testConnection(url: string, settings: AiSettings): Promise<void> {
  const question = questionAbout('606', samples);
  readProposals('606', samples, await ask(url, settings, question, new AbortController().signal));
}
