import { openPort } from '@timbre/worker';
import { Problem } from '../http/problem.ts';
import { type Given, tasks } from './tasks.ts';

/** A request of the server: a task of the table, with plain data. */
export interface Order {
  readonly name: keyof typeof tasks;
  readonly input: Given<keyof typeof tasks>;
}

/** The answer: the result, the task's refusal, its failure, or that it had no room for its work. */
export type Answer =
  | { readonly result: unknown }
  | { readonly refused: Pick<Problem, 'code' | 'detail' | 'errores'> }
  | { readonly full: string }
  | { readonly error: unknown };

/** What V8 throws where a stack, a text or an array cannot grow any more. */
const isFull = (error: unknown): error is RangeError =>
  error instanceof RangeError && /call stack|string length|array length|allocation failed/i.test(error.message);

const port = openPort(async ({ name, input }: Order) => {
  port.post(await answer(name, input));
});

async function answer(name: Order['name'], input: Order['input']): Promise<Answer> {
  try {
    return { result: await (tasks[name] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (isFull(error)) return { full: error.message };
    if (!(error instanceof Problem)) return { error };
    const { code, detail, errores } = error;
    return { refused: { code, detail, errores } };
  }
}
