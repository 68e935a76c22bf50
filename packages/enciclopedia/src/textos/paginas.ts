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
  'ECF-PAGINA-09': {
    titulo: 'Monto gravado al 18 % de la página',
    significa:
      'Es la suma de los ítems de la página con IndicadorFacturacion 1, sin ITBIS, menos descuentos y más recargos.',
    causa: 'Se pasó una línea de una página a otra, o se cambió un monto sin volver a sumar.',
    remedio: 'Sume las líneas de la página y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-05'],
  },
  'ECF-PAGINA-10': {
    titulo: 'Monto gravado al 16 % de la página',
    significa:
      'Es la suma de los ítems de la página con IndicadorFacturacion 2, sin ITBIS, menos descuentos y más recargos.',
    causa: 'Se pasó una línea de una página a otra, o se cambió un monto sin volver a sumar.',
    remedio: 'Sume las líneas de la página y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-05'],
  },
  'ECF-PAGINA-11': {
    titulo: 'Monto gravado al 0 % de la página',
    significa:
      'Es la suma de los ítems de la página con IndicadorFacturacion 3, sin ITBIS, menos descuentos y más recargos.',
    causa: 'Se pasó una línea de una página a otra, o se cambió un monto sin volver a sumar.',
    remedio: 'Sume las líneas de la página y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-05'],
  },
  'ECF-PAGINA-12': {
    titulo: 'Monto exento de la página',
    significa: 'Es la suma de los ítems exentos de la página, sin ITBIS, menos descuentos y más recargos.',
    causa: 'Se pasó una línea de una página a otra, o se cambió un monto sin volver a sumar.',
    remedio: 'Sume las líneas de la página y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-05'],
  },
  'ECF-PAGINA-13': {
    titulo: 'ITBIS al 18 % de la página',
    significa: 'Es el 18 % del monto gravado a esa tasa en la página, con sus impuestos selectivos.',
    causa: 'Se cambió el monto gravado de la página sin recalcular su ITBIS.',
    remedio: 'Multiplique el monto gravado de la página por la tasa y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-07'],
  },
  'ECF-PAGINA-14': {
    titulo: 'ITBIS al 16 % de la página',
    significa: 'Es el 16 % del monto gravado a esa tasa en la página.',
    causa: 'Se cambió el monto gravado de la página sin recalcular su ITBIS.',
    remedio: 'Multiplique el monto gravado de la página por la tasa y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-07'],
  },
  'ECF-PAGINA-15': {
    titulo: 'ITBIS al 0 % de la página',
    significa: 'Es el 0 % del monto gravado a esa tasa en la página.',
    causa: 'Se cambió el monto gravado de la página sin recalcular su ITBIS.',
    remedio: 'Multiplique el monto gravado de la página por la tasa y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-07'],
  },
  'ECF-PAGINA-16': {
    titulo: 'Impuestos adicionales de la página',
    significa: 'Es la suma de los impuestos selectivos y de los otros impuestos adicionales de la página.',
    causa: 'Se cambió uno de los dos sin volver a sumar.',
    remedio: 'Sume los dos montos y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-08'],
  },
  'ECF-PAGINA-17': {
    titulo: 'Impuestos selectivos de la página',
    significa: 'Es la suma de los impuestos selectivos al consumo de los ítems de la página.',
    causa: 'Se pasó una línea de una página a otra sin volver a sumar.',
    remedio: 'Sume los impuestos de las líneas de la página y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-16'],
  },
  'ECF-PAGINA-18': {
    titulo: 'Otros impuestos adicionales de la página',
    significa: 'Es la suma de los impuestos 001 a 005 de los ítems de la página.',
    causa: 'Se pasó una línea de una página a otra sin volver a sumar.',
    remedio: 'Sume los impuestos de las líneas de la página y corrija el subtotal.',
    relacionados: ['ECF-PAGINA-16'],
  },
  'ECF-PAGINA-19': {
    titulo: 'Monto no facturable de la página',
    significa: 'Es la suma de los ítems no facturables de la página.',
    causa: 'Se pasó una línea de una página a otra, o el subtotal falta.',
    remedio: 'Sume los ítems no facturables de la página y corrija el subtotal.',
    relacionados: ['ECF-TOTALES-12'],
  },
  'ECF-PAGINA-20': {
    titulo: 'Paginación de una sola página',
    significa: 'La paginación es de comprobantes que se imprimen en más de una página.',
    causa: 'El sistema envía siempre TotalPaginas, también con una página.',
    remedio: 'Quite TotalPaginas y Paginacion.',
    relacionados: ['ECF-PAGINA-01'],
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
  'ECF-SUBTOTAL-05': {
    titulo: 'Cantidad de líneas del subtotal',
    significa: 'Lineas es cuántas líneas suma el subtotal: al menos una, y no más que las del comprobante.',
    causa: 'Se quitaron líneas sin cambiar el subtotal.',
    remedio: 'Cuente las líneas que suma el subtotal y corrija Lineas.',
  },
} as const satisfies Textos;
