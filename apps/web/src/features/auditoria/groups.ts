import type { Entrada } from './api.ts';

/** Entries shown as one: the newest, and those like it that came directly before it. */
export type Group = readonly [Entrada, ...Entrada[]];

const isLogIn = ({ tipo }: Entrada): boolean => tipo.startsWith('sesion.');

const isRepeated = (a: Entrada, b: Entrada): boolean =>
  isLogIn(a) && a.tipo === b.tipo && a.descripcion === b.descripcion && a.quien === b.quien && a.ip === b.ip;

/** Groups consecutive log-ins of one user from one address. Every other entry forms its own group. */
export function groupsOf(entradas: readonly Entrada[]): Group[] {
  const groups: [Entrada, ...Entrada[]][] = [];
  for (const entrada of entradas) {
    const last = groups.at(-1);
    if (last && isRepeated(last[0], entrada)) last.push(entrada);
    else groups.push([entrada]);
  }
  return groups;
}
