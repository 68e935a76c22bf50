import { correo } from '@timbre/contract';
import { oneLine } from './address.ts';

const mark = /\{([^{}\n]*)\}/g;

export type Marks = Readonly<Record<keyof typeof correo.marcasDeCorreo, string>>;

/** The marks of a template that are not defined. */
export const unknownMarks = (template: string): string[] =>
  [...template.matchAll(mark)].map(([, name]) => name!).filter((name) => !Object.hasOwn(correo.marcasDeCorreo, name));

/** Fills a template. Marks in the inserted values are not replaced. */
export const fill = (template: string, marks: Marks): string =>
  template.replace(mark, (whole, name: string) =>
    Object.hasOwn(marks, name) ? oneLine(marks[name as keyof Marks], 300) : whole,
  );
