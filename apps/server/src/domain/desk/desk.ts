import { Problem } from '@timbre/refusal';
import { ChildEnded, type Children, type Ending, type Lane, type Talk } from '../../platform/threads/children.ts';
import type { Answer, Order } from './answer.ts';
import { children as ofProcess } from './children.ts';
import { type InputOf, type ResultOf, tasks } from './tasks.ts';

/** The tasks of the table, by their names. */
type TasksOfDesk = {
  /**
   * Runs a task: a small input at once in the calling thread, a large one in a child process.
   *
   * @param size of the input, in bytes or characters: it decides where
   * @throws Problem of the task; `servidor/documentos-grandes` when too many tasks already wait; `archivo/interrumpido` when the
   * child took too long, ran out of memory or died
   */
  readonly [Name in keyof typeof tasks]: (size: number, input: InputOf<Name>) => Promise<ResultOf<Name>>;
};

/** Runs tasks, as `desk.judgeDraft(size, input)`. */
export interface Desk extends TasksOfDesk {
  /** Whether an input of this size is processed in the calling thread. */
  isSmall(size: number): boolean;
  /** Refuses the tasks that are not finished. */
  close(): Promise<void>;
}

/** A size above every limit: the task always runs in a child, because it takes longer than its input suggests. */
export const alwaysInAThread = Number.POSITIVE_INFINITY;

/** Options of a desk. */
export interface DeskOptions {
  /** The largest input that is processed in the calling thread. */
  readonly smallUpTo: number;
  /** The lane of children: whose files are processed. */
  readonly lane: Lane;
  /** Maximum number of waiting tasks. Each holds its input in memory. */
  readonly mayWait: number;
  readonly workingMs: number;
  /** Additional time for the first task of a child, which loads its code first. */
  readonly startingMs: number;
  readonly children: Children;
  /** Called for each finished task. */
  readonly onDone: (task: keyof typeof tasks, where: 'here' | 'child') => void;
}

const usual: DeskOptions = {
  smallUpTo: 256 * 1024,
  lane: 'companies',
  mayWait: 8,
  workingMs: 30_000,
  startingMs: 30_000,
  children: ofProcess,
  onDone: () => undefined,
};

/** Seconds after which a caller refused for lack of room may retry. */
const comeBackS = 5;

/** Creates a desk. */
export function createDesk(options: Partial<DeskOptions> = {}): Desk {
  const { smallUpTo, lane, mayWait, workingMs, startingMs, children, onDone } = { ...usual, ...options };
  const closing = new AbortController();
  let waiting = 0;

  const isSmall = (size: number) => size <= smallUpTo;

  /** Runs the task in a child once there is a place. */
  async function order(task: Order): Promise<Answer> {
    let isWaiting = !children.hasPlace(lane);
    waiting += Number(isWaiting);
    const begin = () => {
      waiting -= Number(isWaiting);
      isWaiting = false;
    };
    const converse = ({ isFresh, post, allow }: Talk) => {
      begin();
      allow(isFresh ? workingMs + startingMs : workingMs);
      return new Promise<Answer>((resolve) => post(task, resolve));
    };
    try {
      return await children.run(lane, converse, closing.signal);
    } catch (error) {
      throw error instanceof ChildEnded ? interrupted(error.ending, error) : error;
    } finally {
      begin();
    }
  }

  async function run({ name, input }: Order, size: number): Promise<unknown> {
    if (isSmall(size)) {
      const result = await (tasks[name] as (input: unknown) => unknown)(input);
      onDone(name, 'here');
      return result;
    }
    if (closing.signal.aborted || waiting >= mayWait)
      throw new Problem('servidor/documentos-grandes', undefined, undefined, { retryAfterS: comeBackS });
    const answer = await order({ name, input });
    onDone(name, 'child');
    if ('result' in answer) return answer.result;
    if ('full' in answer) throw interrupted('memoria', new Error(answer.full));
    if (!('refused' in answer)) throw answer.error;
    const { code, detail, errores } = answer.refused;
    throw new Problem(code, detail, errores);
  }

  const names = Object.keys(tasks) as (keyof typeof tasks)[];
  return {
    ...(Object.fromEntries(
      names.map((name) => [name, (size: number, input: Order['input']) => run({ name, input }, size)]),
    ) as unknown as TasksOfDesk),
    isSmall,
    async close() {
      closing.abort(new Problem('servidor/ocupado', 'El servidor se detiene'));
    },
  };
}

/** Whether a task was not finished: its child took too long, ran out of memory or died. */
export const isInterrupted = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'archivo/interrumpido';

const reasons: Readonly<Record<Ending, string>> = {
  memoria: 'no cupo en la memoria',
  tiempo: 'tardó demasiado',
  fallo: 'la lectura falló',
};

const interrupted = (ending: Ending, cause: Error): Problem =>
  Object.assign(
    new Problem(
      'archivo/interrumpido',
      `No se terminó de leer el documento: ${reasons[ending]}. No se guardó nada. Si el archivo abre en su programa, guárdelo de nuevo o divídalo.`,
    ),
    { cause },
  );
