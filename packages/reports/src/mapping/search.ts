import { type Account, foldText } from './account.ts';

/** A catalogue indexed for searches: the folded texts of each account, computed once. */
export type IndexedCatalogue = readonly {
  readonly cuenta: Account;
  readonly id: string;
  readonly numero: string;
  readonly nombre: string;
  /** Number, name and type. */
  readonly todo: string;
}[];

/** Indexes a catalogue for {@link searchAccounts} and {@link filterAccounts}. */
export const indexAccounts = (cuentas: readonly Account[]): IndexedCatalogue =>
  cuentas.map((cuenta) => {
    const [id, numero, nombre] = [foldText(cuenta.id), foldText(cuenta.accountNumber), foldText(cuenta.name)];
    return { cuenta, id, numero, nombre, todo: `${id}\n${numero}\n${nombre}\n${foldText(cuenta.type)}` };
  });

/** Maximum results of a search. @source specification 002 §9 */
const searchLimits = { sinTexto: 20, comienzan: 20, contienen: 30, total: 50 } as const;

/**
 * The accounts that match a text: first those whose id or number equals it, then those that begin with it, then those
 * that contain it. An empty text matches the first accounts.
 *
 * @source specification 002 §9
 */
export function searchAccounts(catalogo: IndexedCatalogue, text: string): Account[] {
  const { sinTexto, comienzan, contienen, total } = searchLimits;
  const wanted = foldText(text.trim());
  if (wanted === '') return catalogo.slice(0, sinTexto).map(({ cuenta }) => cuenta);
  const [exact, begin, contain]: [Account[], Account[], Account[]] = [[], [], []];
  for (const { cuenta, id, numero, nombre, todo } of catalogo) {
    if (id === wanted || numero === wanted) exact.push(cuenta);
    else if (id.startsWith(wanted) || numero.startsWith(wanted) || nombre.startsWith(wanted)) {
      if (begin.length < comienzan) begin.push(cuenta);
    } else if (contain.length < contienen && todo.includes(wanted)) contain.push(cuenta);
  }
  return [...exact, ...begin, ...contain].slice(0, total);
}

/** The accounts whose number, name or type has every word of a text; all of them for an empty text. */
export function filterAccounts(catalogo: IndexedCatalogue, text: string): Account[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return catalogo.flatMap(({ cuenta, todo }) => (words.every((word) => todo.includes(word)) ? [cuenta] : []));
}
