import type { Textos } from '../texto.ts';

const suma = 'Se cambió un monto de la página o del subtotal sin volver a sumar.';

/** Rules of the pages and of the informative subtotals. */
export const paginas = {
  'ECF-PAGINA-01': {
    titulo: 'Cantidad de páginas',
    significa: 'TotalPaginas dice cuántas páginas tiene la paginación.',
    causa: 'Se agregó o se quitó una página, o falta uno de los dos datos.',
    remedio: 'Iguale TotalPaginas a las páginas de Paginacion; con una sola página, quite los dos.',
  },
  'ECF-PAGINA-02': {
    titulo: 'Suma de las páginas distinta del total',
    significa: 'Los subtotales de las páginas suman el MontoTotal del comprobante.',
    causa: suma,
    remedio: 'Recalcule MontoSubtotalPagina en cada página.',
  },
  'ECF-PAGINA-03': {
    titulo: 'Numeración de las páginas',
    significa: 'Las páginas se numeran desde 1, en orden.',
    causa: 'Se quitó o se movió una página.',
    remedio: 'Corrija PaginaNo.',
  },
  'ECF-PAGINA-04': {
    titulo: 'Líneas de la página al revés',
    significa: 'NoLineaHasta es igual o mayor que NoLineaDesde.',
    causa: 'Los dos números se intercambiaron, o falta NoLineaHasta.',
    remedio: 'Escriba la primera y la última línea de la página.',
  },
  'ECF-PAGINA-05': {
    titulo: 'Páginas con líneas que faltan o se repiten',
    significa: 'Cada página empieza en la línea siguiente a la anterior, y la última termina en la última línea.',
    causa: 'Se agregaron o se quitaron líneas sin repartirlas de nuevo.',
    remedio: 'Reparta todas las líneas entre las páginas, sin huecos ni repeticiones.',
  },
  'ECF-PAGINA-06': {
    titulo: 'Subtotal gravado de la página',
    significa: 'SubtotalMontoGravadoPagina es la suma de los gravados a 18 %, 16 % y 0 % de la página.',
    causa: suma,
    remedio: 'Sume los tres montos y corrija el subtotal.',
  },
  'ECF-PAGINA-07': {
    titulo: 'Subtotal de ITBIS de la página',
    significa: 'SubtotalItbisPagina es la suma del ITBIS de las tres tasas de la página.',
    causa: suma,
    remedio: 'Sume los tres montos y corrija el subtotal.',
  },
  'ECF-PAGINA-08': {
    titulo: 'Subtotal de la página',
    significa: 'MontoSubtotalPagina suma lo gravado, lo exento, el ITBIS y los impuestos adicionales de la página.',
    causa: suma,
    remedio: 'Sume los cuatro montos y corrija el subtotal.',
  },
  'ECF-SUBTOTAL-01': {
    titulo: 'Numeración de los subtotales',
    significa: 'Los subtotales se numeran desde 1, en orden.',
    causa: 'Se quitó o se movió un subtotal.',
    remedio: 'Corrija NumeroSubTotal.',
  },
  'ECF-SUBTOTAL-02': {
    titulo: 'Monto gravado del subtotal',
    significa: 'SubTotalMontoGravadoTotal es la suma de los gravados a 18 %, 16 % y 0 %.',
    causa: suma,
    remedio: 'Sume los tres montos y corrija el subtotal.',
  },
  'ECF-SUBTOTAL-03': {
    titulo: 'ITBIS del subtotal',
    significa: 'SubTotaITBIS es la suma del ITBIS de las tres tasas.',
    causa: suma,
    remedio: 'Sume los tres montos y corrija el subtotal.',
  },
  'ECF-SUBTOTAL-04': {
    titulo: 'Monto del subtotal',
    significa: 'MontoSubTotal suma lo gravado, el ITBIS, los impuestos adicionales y lo exento.',
    causa: suma,
    remedio: 'Sume los cuatro montos y corrija el subtotal.',
  },
} as const satisfies Textos;
