import { formatENCF, type TipoECF, tiposECF } from '@timbre/values';
import type { ANECF } from './schema/types.generated.ts';

/** A run of numbers of one type to be voided, both ends included. */
export interface VoidedRun {
  readonly tipo: TipoECF;
  readonly desde: number;
  readonly hasta: number;
}

/** Most runs of one type in one file. Types are ten, as its lines may be. @source ANECF v.1.0.xsd, Secuencias, Anulacion */
export const mostVoidedRuns = 10_000;

/** How many numbers a run has. */
const sizeOf = ({ desde, hasta }: VoidedRun): number => hasta - desde + 1;
const sizeOfAll = (runs: readonly VoidedRun[]): number => runs.reduce((total, run) => total + sizeOf(run), 0);

/**
 * Builds the ANECF that voids runs of numbers: one numbered line for each type, in the order of the types, its runs in the order
 * of their numbers, and the counts of each line and of the whole.
 *
 * @param rnc the issuer's
 * @param moment dd-MM-yyyy HH:mm:ss in Santo Domingo: when the file is made
 * @throws RangeError when there is no run, one ends before it begins, two share a number, or the limits of the format are exceeded
 * @source Formato Anulación de e-NCF v1.0, p. 4-7; ANECF v.1.0.xsd
 */
export function buildANECF(rnc: string, runs: readonly VoidedRun[], moment: string): ANECF {
  if (runs.length === 0) throw new RangeError('nothing to void');
  const lines = tiposECF.flatMap((tipo) => {
    const own = runs.filter((run) => run.tipo === tipo).sort((a, b) => a.desde - b.desde);
    return own.length === 0 ? [] : [{ tipo, own }];
  });
  for (const { own } of lines) demandSound(own);
  return {
    Encabezado: {
      Version: '1.0',
      RncEmisor: rnc,
      CantidadeNCFAnulados: String(sizeOfAll(runs)),
      FechaHoraAnulacioneNCF: moment,
    },
    DetalleAnulacion: {
      Anulacion: lines.map(({ tipo, own }, i) => ({
        NoLinea: [String(i + 1)],
        TipoeCF: tipo,
        TablaRangoSecuenciasAnuladaseNCF: {
          Secuencias: own.map(({ desde, hasta }) => ({
            SecuenciaeNCFDesde: formatENCF(tipo, desde),
            SecuenciaeNCFHasta: formatENCF(tipo, hasta),
          })),
        },
        CantidadeNCFAnulados: String(sizeOfAll(own)),
      })),
    },
  };
}

function demandSound(own: readonly VoidedRun[]): void {
  if (own.length > mostVoidedRuns) throw new RangeError(`more than ${mostVoidedRuns} runs of one type`);
  own.forEach((run, i) => {
    if (sizeOf(run) < 1) throw new RangeError(`not a run: ${run.desde} to ${run.hasta}`);
    if (i > 0 && run.desde <= own[i - 1]!.hasta) throw new RangeError(`${run.desde} is in two runs`);
  });
}
