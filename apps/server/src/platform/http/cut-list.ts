import { refuse } from '@timbre/refusal';

/** The part of a list that a caller asks for. */
export interface Part {
  readonly limite?: number;
  readonly cursor?: string;
}

/**
 * The part of a whole list that a caller asks for.
 *
 * @param by the field by which an item is known
 * @returns the part, and the cursor of the next one, if there is one
 * @throws Problem `peticion/invalida` for a cursor that is not of the list
 */
export function cutList(
  list: readonly Readonly<Record<string, unknown>>[],
  by: string,
  { limite = list.length, cursor }: Part,
): { readonly part: readonly unknown[]; readonly next: string | undefined } {
  const cursors = list.map((item) => Buffer.from(String(item[by])).toString('base64url'));
  const from = cursor === undefined ? 0 : cursors.indexOf(cursor) + 1;
  if (cursor !== undefined && from === 0) refuse('peticion/invalida', 'El cursor no es de esta lista');
  const to = from + limite;
  return { part: list.slice(from, to), next: to < list.length ? cursors[to - 1] : undefined };
}
