/** Code → its meaning, in Spanish. */
export type CodeTable = Readonly<Record<string, string>>;

/** Kind of tax number in the 606. @source Instructivo 606, field 2 */
export const tipoId = { 1: 'RNC', 2: 'Cédula' } as const satisfies CodeTable;

/** Kind of tax number in the 607. @source Instructivo 607, field 2 */
export const tipoIdVenta = { 1: 'RNC', 2: 'Cédula', 3: 'Pasaporte o ID tributaria' } as const satisfies CodeTable;

/** Kind of goods and services bought. @source Instructivo 606, field 3 */
export const tipoBienesServicios = {
  '01': 'Gastos de personal',
  '02': 'Gastos por trabajos, suministros y servicios',
  '03': 'Arrendamientos',
  '04': 'Gastos de activos fijos',
  '05': 'Gastos de representación',
  '06': 'Otras deducciones admitidas',
  '07': 'Gastos financieros',
  '08': 'Gastos extraordinarios',
  '09': 'Compras y gastos que formarán parte del costo de venta',
  '10': 'Adquisiciones de activos',
  '11': 'Gastos de seguros',
} as const satisfies CodeTable;

/** Kind of income that income tax was withheld from. @source Instructivo 606, field 17 */
export const tipoRetencionISR = {
  '01': 'Alquileres',
  '02': 'Honorarios por servicios',
  '03': 'Otras rentas',
  '04': 'Otras rentas (rentas presuntas)',
  '05': 'Intereses pagados a personas jurídicas residentes',
  '06': 'Intereses pagados a personas físicas residentes',
  '07': 'Retención por proveedores del Estado',
  '08': 'Juegos telefónicos',
  '09': 'Retenciones subsector de ganadería de carne bovina',
} as const satisfies CodeTable;

/** How a purchase was paid. @source Instructivo 606, field 23 */
export const formaPago = {
  '01': 'Efectivo',
  '02': 'Cheques/Transferencias/Depósito',
  '03': 'Tarjeta crédito/débito',
  '04': 'Compra a crédito',
  '05': 'Permuta',
  '06': 'Nota de crédito',
  '07': 'Mixto',
} as const satisfies CodeTable;

/** Kind of income. @source Instructivo 607, field 5 */
export const tipoIngreso = {
  1: 'Ingresos por operaciones (no financieros)',
  2: 'Ingresos financieros',
  3: 'Ingresos extraordinarios',
  4: 'Ingresos por arrendamientos',
  5: 'Ingresos por venta de activo depreciable',
  6: 'Otros ingresos',
} as const satisfies CodeTable;

/** Why a number was voided. Code 01 has another text in one reading of the tool. @source herramienta 608, v2018.2.1 */
export const tipoAnulacion = {
  '01': 'Deterioro de factura pre-impresa',
  '02': 'Errores de impresión (factura pre-impresa)',
  '03': 'Impresión defectuosa',
  '04': 'Corrección de la información',
  '05': 'Cambio de productos',
  '06': 'Devolución de productos',
  '07': 'Omisión de productos',
  '08': 'Errores en secuencia de NCF',
  '09': 'Por cese de operaciones',
  '10': 'Pérdida o hurto de talonario(s)',
} as const satisfies CodeTable;

/** Service bought abroad. @source herramienta 609, v2018.5.0 */
export const servicio609 = {
  1: 'Gastos de personal',
  2: 'Gastos por trabajos, suministros y servicios',
  3: 'Arrendamientos',
  4: 'Gastos de activos fijos',
  5: 'Gastos de representación',
  6: 'Gastos financieros',
  7: 'Gastos de seguros',
  8: 'Gastos por regalías y otros intangibles',
} as const satisfies CodeTable;

/** Detail of the service bought abroad; its first digit is the service. @source herramienta 609, v2018.5.0 */
export const detalle609 = {
  11: 'Sueldo y salario',
  12: 'Otros gastos de personal',
  21: 'Honorarios por servicios profesionales (personas morales)',
  22: 'Honorarios por servicios profesionales (personas físicas)',
  23: 'Seguridad, mensajería, transporte y otros (personas físicas)',
  24: 'Seguridad, mensajería, transporte y otros (personas morales)',
  31: 'Inmuebles (a personas físicas)',
  32: 'Inmuebles (a personas morales)',
  33: 'Otros arrendamientos',
  41: 'Reparación',
  42: 'Mantenimiento',
  51: 'Relaciones públicas',
  52: 'Publicidad promocional',
  53: 'Promocional',
  54: 'Otros gastos de representación',
  61: 'Préstamos con bancos',
  62: 'Préstamos con financiamiento',
  63: 'Préstamos con personas físicas',
  64: 'Préstamos con organismos internacionales',
  65: 'Otros gastos financieros',
  71: 'Gastos de seguro',
  81: 'Cesión / uso de marca',
  82: 'Transferencias de know-how',
  83: 'Cesión / uso de patente',
  84: 'Otras regalías',
} as const satisfies CodeTable;

/** Kind of the payee abroad, as one program reads it; not confirmed with the tool. @source l10n-dominicana 12.0 */
export const tipoId609 = { 1: 'Persona física', 2: 'Persona jurídica' } as const satisfies CodeTable;

/** Whether the payee is a related party. Another reading has 1 yes, 2 no. @source l10n-dominicana 12.0 */
export const parteRelacionada = { 0: 'No', 1: 'Sí' } as const satisfies CodeTable;
