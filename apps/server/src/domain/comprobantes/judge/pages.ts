import { asIfNumbered, type ECF, paginate } from '@timbre/ecf';
import { type PageSettings, pageStarts } from '@timbre/representacion';

/**
 * A document with the pages of its printed form, where it takes more than one and states none. The form is printed by
 * what the document states, so both are the same.
 *
 * @param tree without errors that prevent it from being issued
 * @param now epoch milliseconds
 * @source Formato e-CF v1.0, sección E, n. 77
 */
export const withPages = (tree: ECF, settings: PageSettings, now: number): ECF =>
  tree.Paginacion === undefined ? paginate(tree, pageStarts(asIfNumbered(tree, now), settings)) : tree;
