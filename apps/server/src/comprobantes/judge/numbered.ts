import { expires } from '@timbre/contract';
import type { Draft, ECF, ECFHead } from '@timbre/ecf';
import { type Fecha, formatENCF, formatFechaHora, isTipoECF, type TipoECF } from '@timbre/values';

/**
 * A document with the values that numbering and signing add: its eNCF, the expiry if it brought none, the time of
 * signing.
 */
export function numbered<Tree extends ECFHead>(
  tree: Tree,
  eNCF: string,
  vence: Fecha | undefined,
  FechaHoraFirma: string,
): Tree {
  const { IdDoc } = tree.Encabezado;
  const FechaVencimientoSecuencia = IdDoc.FechaVencimientoSecuencia ?? vence;
  const expiry = expires(IdDoc.TipoeCF) && FechaVencimientoSecuencia !== undefined;
  return {
    ...tree,
    Encabezado: {
      ...tree.Encabezado,
      IdDoc: { ...IdDoc, eNCF, ...(expiry ? { FechaVencimientoSecuencia } : {}) },
    },
    FechaHoraFirma,
  };
}

/**
 * The document with placeholders for the values that are not known yet, to find its errors before it takes a number.
 *
 * @param tree any part of it may be missing: it is unvalidated input
 */
export function asIfNumbered(tree: ECF, now: number): ECF {
  const { IdDoc } = (tree as Draft).Encabezado ?? {};
  if (typeof IdDoc !== 'object') return tree;
  const { TipoeCF, eNCF } = tree.Encabezado.IdDoc;
  const standIn = isTipoECF(TipoeCF) ? formatENCF(TipoeCF as TipoECF, 1) : '';
  return numbered(tree, eNCF ?? standIn, '31-12-2099' as Fecha, formatFechaHora(now));
}
