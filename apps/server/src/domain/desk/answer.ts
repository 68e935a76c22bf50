import { Problem } from '@timbre/refusal';
import { type InputOf, tasks } from './tasks.ts';

/** A request of the server: a task of the table, with plain data. */
export interface Order {
  readonly name: keyof typeof tasks;
  readonly input: InputOf<keyof typeof tasks>;
}

/** The answer: the result, the task's refusal, its failure, or a lack of memory. */
export type Answer =
  | { readonly result: unknown }
  | { readonly refused: Pick<Problem, 'code' | 'detail' | 'errores'> }
  | { readonly full: string }
  | { readonly error: unknown };

/** Whether an error is one that V8 throws when a stack, a string or an array cannot grow any more. */
const isFull = (error: unknown): error is RangeError =>
  error instanceof RangeError && /call stack|string length|array length|allocation failed/i.test(error.message);

/** Runs a task in a child process. Returns every failure as an answer. */
export async function answer({ name, input }: Order): Promise<Answer> {
  try {
    return { result: await (tasks[name] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (isFull(error)) return { full: error.message };
    if (!(error instanceof Problem)) return { error };
    const { code, detail, errores } = error;
    return { refused: { code, detail, errores } };
  }
}
