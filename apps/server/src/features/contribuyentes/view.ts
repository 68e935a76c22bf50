import type { contribuyentes } from '@timbre/contract';
import type { Static } from 'typebox';
import type { Importacion } from '../../domain/taxpayers/import-repo.ts';
import type { TaxpayerRow } from '../../domain/taxpayers/search.ts';
import type { RegisterState } from './service.ts';

/** A taxpayer, as the API sends it. */
export const contribuyenteView = (taxpayer: TaxpayerRow): Static<typeof contribuyentes.Contribuyente> => ({
  rnc: taxpayer.rnc,
  razonSocial: taxpayer.nombre,
  nombreComercial: taxpayer.nombre_comercial,
  estado: taxpayer.estado,
  actividad: taxpayer.actividad,
  regimen: taxpayer.regimen,
  inicioOperaciones: taxpayer.inicio,
});

/** The state of the register, as the API sends it. */
export function estadoView(state: RegisterState): Static<typeof contribuyentes.EstadoDelRegistro> {
  const { registro, importacion, isRunning } = state;
  const { filas, rechazadas, repetidas, importado } = registro;
  const archivo = importacion.archivo ?? '';
  return {
    registro:
      importado === null
        ? null
        : {
            archivo: registro.archivo ?? '',
            importado: importado.toISOString(),
            filas,
            rechazadas,
            motivos: [...registro.motivos],
            repetidas,
          },
    importacion: isRunning
      ? { archivo, fase: importacion.fase!, porcentaje: percentOf(importacion), filas: importacion.filas }
      : null,
    fallo: failureOf(importacion),
  };
}

/** Reading takes nine tenths of the time. */
const readingPart = 90;
const orderingAt = 95;

function percentOf({ fase, leidos, total }: Importacion): number {
  if (fase === 'ordenando') return orderingAt;
  return total === 0 ? 0 : Math.min(readingPart, Math.floor((readingPart * leidos) / total));
}

const failureOf = ({ archivo, fallo, fallo_en }: Importacion) =>
  fallo === null || fallo_en === null ? null : { archivo: archivo ?? '', en: fallo_en.toISOString(), motivo: fallo };
