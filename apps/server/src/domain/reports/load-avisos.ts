import { reportes } from '@timbre/contract';
import { readText } from '@timbre/values';
import { textFields } from './record-texts.ts';

/** The fields of a record. Callers may send others, as those of their own programs. */
const fields = Object.keys(reportes.RegistroCargado.properties);

/** Limits of what is said: names of fields, their length, and records. */
const most = { names: 20, length: 60, records: 20 } as const;

/** A name without capitals, accents and marks, in which a misspelt one may be another. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The field that a name may mean: written otherwise, cut, or with one letter more. */
function likeField(name: string): string | undefined {
  const own = folded(name);
  if (own.length < 3) return undefined;
  return (
    fields.find((field) => folded(field) === own) ??
    fields.find((field) => own.startsWith(folded(field)) || folded(field).startsWith(own))
  );
}

/** Notices of the fields of text that were numbers. */
function numbersOf(records: readonly reportes.RegistroCargado[]): string[] {
  return textFields.flatMap((field) => {
    const numbers = records.filter((record) => typeof record[field] === 'number');
    return numbers.length === 0
      ? []
      : `${field} es un número y no un texto (${counted(numbers.length)}): se leyeron sus cifras, como «${numbers[0]![field]}»`;
  });
}

const counted = (count: number): string => (count === 1 ? '1 registro' : `${count} registros`);

/**
 * Notices of loaded records: fields that are not read, numbers in place of texts, and names with characters that nobody
 * sees.
 *
 * @returns sentences in Spanish
 */
export function avisosOf(records: readonly reportes.RegistroCargado[]): string[] {
  const unknown = new Map<string, number>();
  const unseen: string[] = [];
  for (const [i, record] of records.entries()) {
    for (const name of Object.keys(record))
      if (!fields.includes(name) && (unknown.has(name) || unknown.size < most.names))
        unknown.set(name, (unknown.get(name) ?? 0) + 1);
    const read = unseen.length < most.records ? readText(record.razonSocial ?? '') : undefined;
    if (read !== undefined && 'aviso' in read) unseen.push(`Registro ${i + 1}: ${read.aviso}`);
  }
  return [...[...unknown].map(([name, count]) => unread(name, count)), ...numbersOf(records), ...unseen];
}

function unread(name: string, count: number): string {
  const like = likeField(name);
  const meant = like === undefined ? '' : `: ¿es «${like}»?`;
  return `«${name.slice(0, most.length)}» no es un campo de un comprobante y no se leyó (${counted(count)})${meant}`;
}
