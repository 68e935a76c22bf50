import type { Area, Chapter } from './chapter.ts';

/** A chapter in the table of contents: its titles, and how its texts are loaded. */
export interface Contents {
  readonly id: string;
  readonly area: Area;
  readonly title: string;
  readonly tasks: readonly { readonly id: string; readonly title: string }[];
  readonly load: () => Promise<{ readonly chapter: Chapter }>;
}
