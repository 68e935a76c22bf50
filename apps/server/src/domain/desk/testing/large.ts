import { saleOf } from '../../../main/testing/draft.ts';

/** Number of lines of a large document. */
export const lines = 300;

/** A refusal without what differs in each call. */
export const wordsOf = (problem: unknown) => ({ ...(problem as object), requestId: '' });

/** A sale with many lines, as JSON of more than 256 kB. */
export function largeSale(item: object = {}) {
  const sale = saleOf({ tipo: '31', precio: '1.00', item });
  const [line] = sale.DetallesItems.Item;
  const DescripcionItem = 'Acero y zinc, '.repeat(70).trim();
  const Item = Array.from({ length: lines }, (_, i) => ({ ...line, NumeroLinea: String(i + 1), DescripcionItem }));
  return { ...sale, DetallesItems: { Item } };
}
