import { type Ambiente, expires, ultimoDePrueba } from '@timbre/contract';
import { tiposECF } from '@timbre/values';
import type { Range } from './lock-ranges.ts';

/** Some numbers of a type, both ends included. */
interface Stretch {
  readonly tipo: number;
  readonly desde: number;
  readonly hasta: number;
}

/** The runs of numbers that no range of the type has. */
export function gaps(
  ranges: readonly Stretch[],
  tipo: number,
  first: number,
  count: number,
): readonly Omit<Stretch, 'tipo'>[] {
  const last = first + count - 1;
  const free: { desde: number; hasta: number }[] = [];
  let next = first;
  for (const { desde, hasta } of ranges.filter((range) => range.tipo === tipo).sort((a, b) => a.desde - b.desde)) {
    if (hasta < next || desde > last) continue;
    if (desde > next) free.push({ desde: next, hasta: desde - 1 });
    next = hasta + 1;
  }
  if (next <= last) free.push({ desde: next, hasta: last });
  return free;
}

/**
 * The numbers that the DGII allows every issuer to use in testecf and that are in no range.
 *
 * @param registered ranges of testecf
 * @source FACTS §1, `testecf`
 */
export const missingTestRanges = (registered: readonly Stretch[]): readonly Stretch[] =>
  tiposECF.flatMap((tipo) =>
    gaps(registered, Number(tipo), 1, ultimoDePrueba(tipo)).map((gap) => ({ tipo: Number(tipo), ...gap })),
  );

/**
 * The ranges of a rehearsal: the company's and, in testecf, those that the DGII grants to every issuer. A document may
 * state any expiry with the latter.
 *
 * @param vence the expiry of the latter, yyyy-MM-dd
 */
export const rehearsalRanges = (registered: readonly Range[], ambiente: Ambiente, vence: string): readonly Range[] =>
  ambiente === 'testecf'
    ? [
        ...registered,
        ...missingTestRanges(registered).map(({ tipo, desde, hasta }) => ({
          ...{ id: '', tipo, desde, hasta, siguiente: desde, isOpen: true },
          vence: expires(String(tipo)) ? vence : null,
        })),
      ]
    : registered;
