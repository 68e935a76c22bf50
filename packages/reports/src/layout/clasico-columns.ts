/**
 * Columns of the workbook as the product's specification has them by default, for a mapping that was saved with them. They are
 * not those of the official workbook, which are in the fields of `fields606` and `fields607`: goods and services are
 * swapped, and the rest is shifted by one.
 * @source specification of the product, §3, «Report field definition»
 */
export const clasicoColumns: Readonly<Record<'606' | '607', Readonly<Record<string, string>>>> = {
  '606': {
    monto_facturado_bienes: 'K',
    monto_facturado_servicios: 'L',
    total_monto_facturado: 'M',
    itbis_facturado: 'N',
    ...numbered(11, 23, 'O'),
  },
  '607': {
    tipo_bienes_servicios: 'F',
    monto_facturado_ventas: 'I',
    itbis_facturado_ventas: 'J',
    ...numbered(9, 21, 'K'),
  },
};

/** `campo11` … in following columns, from A–Z on to AA. */
function numbered(from: number, to: number, column: string): Readonly<Record<`campo${number}`, string>> {
  const first = column.charCodeAt(0) - 65;
  return Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, i) => {
      const at = first + i;
      const letter = String.fromCharCode(65 + (at % 26));
      return [`campo${from + i}`, at < 26 ? letter : `A${letter}`];
    }),
  );
}
