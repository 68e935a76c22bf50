import type { TextoSuelto, TextosSueltos } from '../texto.ts';

/** Completes a text. No number is affected: the receipt was issued long before, and nothing was filed. */
const sinReportar = (texto: Omit<TextoSuelto, 'numero' | 'fuente'>): TextoSuelto => ({
  ...texto,
  numero: 'no-aplica',
  fuente: 'Timbre, lectura de QuickBooks',
});

/** Reasons why a document of QuickBooks is in no report. */
export const quickbooks = {
  'QB-FORMA': sinReportar({
    titulo: 'Documento de QuickBooks que no se puede leer',
    significa: 'Al documento le falta un dato que todos llevan (fecha, total), o uno no tiene la forma debida.',
    causa: 'Lo creó otro programa conectado a QuickBooks, o quedó a medias.',
    remedio: 'Abra el documento en QuickBooks, complételo, guárdelo y procese de nuevo.',
  }),
  'QB-LIMITE': sinReportar({
    titulo: 'Documento de QuickBooks demasiado grande',
    significa: 'Tiene más líneas, o un monto mayor, de lo que un comprobante puede tener.',
    causa: 'Reúne las operaciones de muchos días, o se tecleó mal un monto.',
    remedio: 'Corrija el monto, o divida el documento en QuickBooks: uno por comprobante.',
  }),
  'QB-SIN-NCF': sinReportar({
    titulo: 'Compra sin NCF en QuickBooks',
    significa: 'Sin el número del comprobante la compra no va en el 606.',
    causa: 'El número del documento no es un NCF, y su campo personalizado «NCF» y su nota tampoco traen uno.',
    remedio: 'Escriba el NCF en el número del documento o en un campo personalizado «NCF»: B y 10 dígitos, o E y 12.',
    relacionados: ['QB-NCF-AJENO'],
  }),
  'QB-NCF-AJENO': sinReportar({
    titulo: 'NCF que no corresponde al documento de QuickBooks',
    significa: 'La DGII toma del tipo del NCF si un monto suma o resta, y en qué reporte va.',
    causa:
      'Un crédito lleva el NCF de una factura, una factura el de una nota de crédito, o una venta el de una compra. Un reembolso de tarjeta también necesita una nota de crédito.',
    remedio: 'Corrija el NCF, o registre la operación con el tipo de documento que le toca.',
    relacionados: ['QB-SIN-NCF'],
  }),
  'QB-MONEDA': sinReportar({
    titulo: 'Documento de QuickBooks sin una tasa de cambio posible',
    significa: 'Los reportes van en pesos: con la tasa vacía, en 0, en 1, negativa o imposible el monto saldría mal.',
    causa: 'La tasa quedó vacía, otro programa puso 1, o se escribió al revés o sin su punto.',
    remedio:
      'Ponga en el documento la tasa del día de la operación, en pesos por unidad. Si sus libros de QuickBooks no llevan otras monedas, cargue el comprobante en pesos en Reportes Fiscales, «Cargar».',
    relacionados: ['QB-MONEDA-LIBROS'],
  }),
  'QB-MONEDA-LIBROS': sinReportar({
    titulo: 'Libros de QuickBooks en otra moneda',
    significa: 'QuickBooks da cada tasa en la moneda de sus libros: si no es el peso, no lleva los montos a pesos.',
    causa: 'La empresa se creó en QuickBooks con otra moneda base, que no se puede cambiar después.',
    remedio:
      'Cargue esos comprobantes en pesos en Reportes Fiscales, «Cargar», o conecte una empresa de QuickBooks cuya moneda base sea el peso. Los documentos en pesos se leen igual.',
    relacionados: ['QB-MONEDA'],
  }),
  'QB-IMPUESTOS': sinReportar({
    titulo: 'Impuestos de QuickBooks que no cuadran',
    significa: 'Las líneas de impuestos difieren de su total en más de 1, o los impuestos pasan del total.',
    causa: 'Se cambió a mano el total de impuestos, o una cuenta de gastos está mapeada como impuesto.',
    remedio: 'Corrija los impuestos del documento, y revise en el mapeo las cuentas de sus líneas.',
  }),
  'QB-IMPUESTO-SIN-NOMBRE': sinReportar({
    titulo: 'Impuesto de QuickBooks que no dice cuál es',
    significa:
      'Solo el ITBIS se adelanta. Un impuesto cuyo nombre no lo dice, o que no es el 18 % ni el 16 % de su base, no se toma por ITBIS.',
    causa: 'La tasa de QuickBooks no tiene nombre, nombra dos impuestos, o uno que Timbre no conoce.',
    remedio:
      'En QuickBooks, Impuestos, póngale a la tasa el nombre de su impuesto: ITBIS, ISC, CDT, Propina legal. Luego procese de nuevo.',
    relacionados: ['QB-IMPUESTOS'],
  }),
  'QB-REPETIDO': sinReportar({
    titulo: 'NCF repetido en QuickBooks',
    significa: 'Un comprobante se reporta una vez: cuenta el primer documento que llegó con ese número.',
    causa: 'Se registró dos veces, o uno de los dos tiene mal el número.',
    remedio: 'Borre el documento que sobra, o corrija su NCF.',
  }),
  'QB-PRESENTADO': sinReportar({
    titulo: 'Cambio en un mes ya presentado',
    significa: 'El documento cambiaría un reporte que la DGII ya recibió: espera, y el reporte queda como está.',
    causa: 'Se creó, cambió o borró en QuickBooks después de presentar.',
    remedio: 'Rectifique el reporte ante la DGII y procese de nuevo admitiendo los meses presentados.',
    relacionados: ['reportes/presentado'],
  }),
  'QB-CERO': sinReportar({
    titulo: 'Documento de QuickBooks con monto cero',
    significa: 'Un comprobante sin monto no se reporta.',
    causa: 'El documento está anulado en QuickBooks, que le deja el número y quita los montos.',
    remedio: 'Si el NCF era suyo y no se usó, declárelo en el 608.',
  }),
} as const satisfies TextosSueltos;
