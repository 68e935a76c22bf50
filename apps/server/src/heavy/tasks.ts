import { rehearse } from '@timbre/simulator/rehearsal';
import { readEdited } from '../comprobantes/judge/edited.ts';
import { readIncoming } from '../comprobantes/judge/incoming.ts';
import { judgeDraft } from '../comprobantes/judge/judge-draft.ts';
import { readProxied } from '../comprobantes/judge/proxied.ts';
import { jsonOf, readStored, splitStored, treeOfStored, xmlOfTree } from '../comprobantes/judge/stored.ts';
import { readToSign } from '../comprobantes/judge/to-sign.ts';

/**
 * The tasks that may take long with a large document. Each is a pure function of plain data, for small and large
 * inputs. None returns the tree of a whole document, because results are copied into the main thread. Each refuses with
 * a Problem.
 */
export const tasks = {
  readIncoming,
  readToSign,
  readStored,
  treeOfStored,
  splitStored,
  xmlOfTree,
  jsonOf,
  readEdited,
  readProxied,
  judgeDraft,
  rehearse,
} as const;

type Tasks = typeof tasks;

/** The input of a task. */
export type Given<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];

/** The result of a task. */
export type ResultOf<Name extends keyof Tasks> = ReturnType<Tasks[Name]>;
