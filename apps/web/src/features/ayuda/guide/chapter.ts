import type { TermName } from '../terms.ts';

/** The groups of chapters, in the order in which the guide lists them. */
export const areas = [
  'Empezar',
  'Emitir',
  'Corregir y anular',
  'Recibir',
  'Reportes',
  'La empresa',
  'Certificarse',
  'Cuando algo falla',
  'La plataforma',
] as const;
export type Area = (typeof areas)[number];

/** A picture of a screen, made by `npm run guide`. */
export interface Picture {
  /** Name of its file in docs/guia, without the extension. */
  readonly name: string;
  /** Description of the picture, for readers who cannot see it. */
  readonly alt: string;
  /** Name of the screen in `tests/browser/screens.ts`. */
  readonly screen: string;
  /** Patterns of the names of the buttons to press before the picture, in order. */
  readonly press?: readonly string[];
  /** Title of the panel to show, if it is further down the page. */
  readonly panel?: string;
}

/** The common part of a chapter and a task. Their texts have the marks of {@link file://./inline.ts}. */
interface Steps {
  /** Part of the address: `/guia/{chapter}#{task}`. */
  readonly id: string;
  readonly title: string;
  readonly steps?: readonly string[];
  /** Further remarks. */
  readonly notes?: readonly string[];
  readonly terms?: readonly TermName[];
}

/** How something is done; its title begins with «Cómo». */
export type Task = Steps & Required<Pick<Steps, 'steps'>>;

/** A chapter of the guide. Each is a file of code of its own, loaded when it is opened. */
export interface Chapter extends Steps {
  readonly area: Area;
  readonly about: string;
  readonly picture?: Picture;
  readonly tasks?: readonly Task[];
}
