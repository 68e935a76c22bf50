import type { ECF } from '@timbre/ecf';
import { type Fecha, formatENCF, formatFechaHora, isTipoECF, type TipoECF } from '@timbre/values';

/** Types whose number expires: the others carry no FechaVencimientoSecuencia. @source FACTS §7 */
const carriesExpiry = (tipo: string) => tipo !== '32' && tipo !== '34';

/** A document with what only numbering and signing tell: its eNCF, the expiry where it brought none, the moment. */
export function numbered(tree: ECF, eNCF: string, vence: Fecha | undefined, FechaHoraFirma: string): ECF {
  const { IdDoc } = tree.Encabezado;
  const FechaVencimientoSecuencia = IdDoc.FechaVencimientoSecuencia ?? vence;
  const expiry = carriesExpiry(IdDoc.TipoeCF) && FechaVencimientoSecuencia !== undefined;
  return {
    ...tree,
    Encabezado: {
      ...tree.Encabezado,
      IdDoc: { ...IdDoc, eNCF, ...(expiry ? { FechaVencimientoSecuencia } : {}) },
    },
    FechaHoraFirma,
  };
}

/** The document as it will be, with stand-ins for what is not known yet: to find its faults before it takes a number. */
export function asIfNumbered(tree: ECF, now: number): ECF {
  const { TipoeCF, eNCF } = tree.Encabezado.IdDoc;
  const standIn = isTipoECF(TipoeCF) ? formatENCF(TipoeCF as TipoECF, 1) : '';
  return numbered(tree, eNCF ?? standIn, '31-12-2099' as Fecha, formatFechaHora(now));
}
