import { ProvinciaMunicipio } from './schema/codes/provincias-municipios.ts';

/** Words that stay in lower case inside the name of a place. */
const particles = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'e', 'o']);

const names: Readonly<Record<string, string>> = ProvinciaMunicipio;

/**
 * A place in words, written as names are: `Santo Domingo de Guzmán`; the code itself when the table has none.
 * @source Formato e-CF v1.0, campos 25 and 26 (column I: P) and tabla III
 */
export function placeName(code: string): string {
  const official = names[code];
  if (official === undefined) return code;
  const bare = official.replace(/^(MUNICIPIO|PROVINCIA) /, '');
  return bare.replace(/\(D\. M\.\)|[\p{L}\d]+/gu, (word, at: number) => {
    if (word.startsWith('(')) return word;
    const lower = word.toLowerCase();
    return particles.has(lower) && bare[at - 1] === ' ' ? lower : word.charAt(0) + lower.slice(1);
  });
}

/** A place with its code. */
export interface Place {
  readonly code: string;
  readonly name: string;
}

const sorted = (codes: readonly string[]): readonly Place[] =>
  codes.map((code) => ({ code, name: placeName(code) })).sort((a, b) => a.name.localeCompare(b.name, 'es'));

/** Whether a code of the table is a province. */
export const isProvincia = (code: string): boolean => code.endsWith('0000');

/** The provinces, by name. */
export const provincias = (): readonly Place[] => sorted(Object.keys(names).filter(isProvincia));

/** The municipalities and districts of a province, by name, each with a name of its own; none for another code. */
export function municipiosDe(provincia: string): readonly Place[] {
  const places = sorted(
    Object.keys(names).filter(
      (code) => !isProvincia(code) && isProvincia(provincia) && code.slice(0, 2) === provincia.slice(0, 2),
    ),
  );
  const isShared = (name: string) => places.filter((place) => place.name === name).length > 1;
  return places.map(({ code, name }) => ({
    code,
    name: code.endsWith('00') && isShared(name) ? `${name} (municipio)` : name,
  }));
}
