import { type Cuenta, foldText } from './cuenta.ts';

/** A catalogue made ready for searches: the folded texts of each account, made once. */
export type CatalogoIndexado = readonly {
  readonly cuenta: Cuenta;
  readonly id: string;
  readonly numero: string;
  readonly nombre: string;
  /** Number, name and type. */
  readonly todo: string;
}[];

/** Makes a catalogue ready for {@link buscarCuentas} and {@link filtrarCuentas}. */
export const indexarCuentas = (cuentas: readonly Cuenta[]): CatalogoIndexado =>
  cuentas.map((cuenta) => {
    const [id, numero, nombre] = [foldText(cuenta.id), foldText(cuenta.accountNumber), foldText(cuenta.name)];
    return { cuenta, id, numero, nombre, todo: `${id}\n${numero}\n${nombre}\n${foldText(cuenta.type)}` };
  });

/** Most results of a search. @source specification 002 §9 */
export const limitesDeBusqueda = { sinTexto: 20, comienzan: 20, contienen: 30, total: 50 } as const;

/**
 * The accounts that a text finds: the one with that id first, then those that begin with it, then those that contain it. An
 * empty text finds the first ones.
 *
 * @source specification 002 §9
 */
export function buscarCuentas(catalogo: CatalogoIndexado, text: string): Cuenta[] {
  const { sinTexto, comienzan, contienen, total } = limitesDeBusqueda;
  const wanted = foldText(text.trim());
  if (wanted === '') return catalogo.slice(0, sinTexto).map(({ cuenta }) => cuenta);
  const [exact, begin, contain]: [Cuenta[], Cuenta[], Cuenta[]] = [[], [], []];
  for (const { cuenta, id, numero, nombre, todo } of catalogo) {
    if (id === wanted || numero === wanted) exact.push(cuenta);
    else if (id.startsWith(wanted) || numero.startsWith(wanted) || nombre.startsWith(wanted)) {
      if (begin.length < comienzan) begin.push(cuenta);
    } else if (contain.length < contienen && todo.includes(wanted)) contain.push(cuenta);
  }
  return [...exact, ...begin, ...contain].slice(0, total);
}

/** The accounts whose number, name or type has every word of a text; all of them for an empty text. */
export function filtrarCuentas(catalogo: CatalogoIndexado, text: string): Cuenta[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return catalogo.flatMap(({ cuenta, todo }) => (words.every((word) => todo.includes(word)) ? [cuenta] : []));
}
