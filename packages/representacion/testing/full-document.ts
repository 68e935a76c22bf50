import type { ECF } from '@timbre/ecf';
import { seeded, validTree } from '@timbre/ecf/samples';
import type { TipoECF } from '@timbre/values';

/** A document of a type with every element of its schema, in two pages. */
export function fullDocument(tipo: TipoECF): ECF {
  const tree = validTree(tipo, 1, seeded(Number(tipo))) as ECF;
  const [item] = tree.DetallesItems.Item;
  const [page] = tree.Paginacion!.Pagina;
  tree.DetallesItems.Item = [{ ...item!, IndicadorFacturacion: '4' }, item!];
  tree.Paginacion!.Pagina = [1, 2].map((n) => ({
    ...page!,
    PaginaNo: String(n),
    NoLineaDesde: String(n),
    NoLineaHasta: String(n),
  }));
  return tree;
}
