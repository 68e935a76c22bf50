import { parentPort, threadId } from 'node:worker_threads';
import { Problem } from '../http/problem.ts';
import { giveWay } from '../low-priority.ts';
import { type Given, tasks } from './tasks.ts';

/** A request of the main thread: a task of the table, with plain data. */
export interface Order {
  readonly name: keyof typeof tasks;
  readonly input: Given<keyof typeof tasks>;
}

/** The answer: the result, the task's refusal, or its failure. */
export type Answer = { readonly threadId: number } & (
  | { readonly result: unknown }
  | { readonly refused: Pick<Problem, 'code' | 'detail' | 'errores'> }
  | { readonly error: unknown }
);

giveWay(5);
const port = parentPort!;
const say = (answer: Answer) => port.postMessage(answer);

port.on('message', async ({ name, input }: Order) => {
  try {
    say({ threadId, result: await (tasks[name] as (input: unknown) => unknown)(input) });
  } catch (error) {
    if (!(error instanceof Problem)) return say({ threadId, error });
    const { code, detail, errores } = error;
    say({ threadId, refused: { code, detail, errores } });
  }
});
