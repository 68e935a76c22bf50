import type { CodeTable } from '../layout/codes.ts';

const marks = /[\u0300-\u036f]/g;
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(marks, '')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

/**
 * Reads a code as people and the DGII's tools write it: `1`, `01`, `01 - EFECTIVO`, or its meaning alone, `Efectivo`.
 * @param codes the table of its field
 * @returns the code as the table has it; undefined if the text is none of it
 */
export function readCode(codes: CodeTable, text: string): string | undefined {
  const digits = /^\s*(\d{1,2})(?!\d)/.exec(text)?.[1];
  if (digits !== undefined) return Object.keys(codes).find((code) => Number(code) === Number(digits));
  const written = plain(text);
  return written === '' ? undefined : Object.keys(codes).find((code) => plain(codes[code]!) === written);
}
