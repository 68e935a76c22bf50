// Generated from the files of the features by scripts/generate.ts. Not to be edited.

/** Constants that the screens use at run time, by feature. */
export const featureConstants = {
  aprobacionComercial: {
    /** Limits of a workbook of commercial approvals: bytes compressed and decompressed, and rows. */
    limitesDeAprobaciones: { bytes: 2 * 1024 * 1024, descomprimido: 20 * 1024 * 1024, filas: 2_000 },
  },
  borradores: {
    /** Drafts that a company keeps, and bytes of one. */
    limitesDeBorradores: { cantidad: 200, bytes: 512 * 1024 },
  },
  contador: {
    clientesPorPedido: 300,
    clientesPorDespacho: 500,
    miembrosPorDespacho: 50,
    empresasPorPagina: 200,
  },
  contribuyentes: {
    /** Most bytes of an upload. The DGII's package has about a third of it. */
    maximoDelArchivo: 64 * 1024 * 1024,
  },
  dgii: {
    /** Last day of the series B by the size of the issuer: the table of the rules of 606 and 607, for the screen. */
    finDeLaSerieB: [
      ['Grandes Nacionales', '2025-12-31'],
      ['Grandes Locales y Medianos', '2026-10-31'],
      ['Pequeños, Micro y no clasificados', '2026-11-15'],
    ],
    /** The time limits of a contingency and of deferring, as third parties quote them. @source Decreto 587-24, arts. 39 a 43 */
    plazosDeContingencia: [
      ['Enviar lo emitido sin conexión', '72 horas'],
      ['Enviar lo emitido en envío diferido', '24 horas'],
      ['Facturar con la serie B', '15 días calendario'],
      ['Reemplazar lo facturado con la serie B', '30 días calendario'],
      ['Reporte alterno, si la DGII no funciona', 'pasados 15 días laborables'],
    ],
  },
  enlaces: {
    /** The days for which a new link may be valid. */
    diasDeEnlace: [30, 90, 365],
    /** Lines of a document on its public page; its PDF and its XML have all. */
    lineasEnPagina: 200,
  },
  ensayo: {
    /** The checks, in their order, with their names. */
    comprobaciones: {
      forma: 'Forma del XML',
      estructura: 'Estructura oficial',
      firma: 'Firma digital',
      certificado: 'Certificado',
      aritmetica: 'Aritmética',
      reglas: 'Reglas de la DGII',
      referencias: 'Referencias',
      qr: 'Código QR',
      codigoSeguridad: 'Código de seguridad',
    },
    /** The results of a check, with their names. */
    estadosDeEnsayo: {
      bien: 'Bien',
      advertencia: 'Advertencia',
      mal: 'Mal',
      'no-verificable': 'No verificable',
    },
    /** Most bytes of a document; the receiver accepts no larger one. */
    maximoDelXml: 5_000_000,
  },
  facturas: {
    /** Most saved views of a person in a company. */
    mostVistas: 20,
  },
  firmado: {
    /** The files that are signed, by the ending of their names, with the name of the format. */
    formatosDeFirma: { pdf: 'PDF', xml: 'XML', txt: 'TXT' },
    /** Corners of a page in which the visible stamp may be placed. */
    esquinas: {
      'abajo-derecha': 'Abajo, derecha',
      'abajo-izquierda': 'Abajo, izquierda',
      'arriba-derecha': 'Arriba, derecha',
      'arriba-izquierda': 'Arriba, izquierda',
    },
    /** Most bytes of a file. */
    maximoDelArchivo: 10_485_760,
  },
  importacion: {
    /** Limits of a workbook: bytes compressed and decompressed, and rows of documents. */
    limitesDelLibro: { bytes: 10 * 1024 * 1024, descomprimido: 100 * 1024 * 1024, filas: 20_000 },
    /** Code of the notice of a document whose row is hidden, or left out by a filter. */
    filaOculta: 'LIBRO-FILA-OCULTA',
  },
  mapeo: {
    /** Most accounts of a catalogue. */
    maximoDeCuentas: 20_000,
    /** Most bytes of a file of accounts or of a mapping, and of a catalogue or a mapping that is saved. */
    maximoDeArchivo: 8 * 1024 * 1024,
    /** Rows of a sheet that are shown before it is taken. @source specification 002 §9 */
    filasDeVista: 5,
  },
  piloto: {
    /**
     * The fifteen steps of the DGII's process, and who does each: the person in the portal, Timbre, or the DGII.
     * @source Proceso de certificación para ser emisor electrónico, pp. 4-22
     */
    pasosDelProceso: [
      { numero: 1, nombre: 'Registrado', quien: 'persona' },
      { numero: 2, nombre: 'Pruebas de datos e-CF', quien: 'timbre' },
      { numero: 3, nombre: 'Pruebas de datos Aprobación Comercial', quien: 'timbre' },
      { numero: 4, nombre: 'Pruebas de simulación e-CF', quien: 'timbre' },
      { numero: 5, nombre: 'Pruebas de simulación: representación impresa', quien: 'persona' },
      { numero: 6, nombre: 'Validación de la representación impresa', quien: 'dgii' },
      { numero: 7, nombre: 'URL de los servicios de prueba', quien: 'persona' },
      { numero: 8, nombre: 'Inicio de la prueba de recepción de e-CF', quien: 'persona' },
      { numero: 9, nombre: 'Recepción de e-CF', quien: 'dgii' },
      { numero: 10, nombre: 'Inicio de la prueba de aprobaciones comerciales', quien: 'persona' },
      { numero: 11, nombre: 'Recepción de aprobaciones comerciales', quien: 'dgii' },
      { numero: 12, nombre: 'URL de los servicios de producción', quien: 'persona' },
      { numero: 13, nombre: 'Declaración jurada', quien: 'persona' },
      { numero: 14, nombre: 'Verificación de estatus', quien: 'dgii' },
      { numero: 15, nombre: 'Finalizado', quien: 'dgii' },
    ],
    /** Most bytes of the XML of a form of the portal, and of the PDF of a printed form (Proceso de certificación, p. 13). */
    limitesDelPiloto: { formulario: 1024 * 1024, pdf: 10 * 1024 * 1024 },
  },
  procesar: {
    /** Scopes of a run and of a download: the reports that they include. @source specification 002 §2 */
    alcances: [
      { tipo: 'consolidado', nombre: 'Consolidado (606 y 607)' },
      { tipo: '606', nombre: 'Solo 606 (gastos)' },
      { tipo: '607', nombre: 'Solo 607 (ingresos)' },
    ],
    /** Executions of one page of the history. */
    ejecucionesPorPagina: 20,
    /** Most accounts in each part of a mapping that a call brings. */
    maximoDeCuentas: 20_000,
    /** Rows of a sheet in the format .xls, without its header. @source [MS-XLS] 2.4.90 */
    filasDeXls: 65_535,
  },
  quickbooks: {
    /**
     * Placeholder returned in place of the tokens, which stay on the server.
     * @source docs/design/wire-and-outages.md#quickbooks-online
     */
    fichaGuardada: 'guardado-en-el-servidor',
    /** Size of the window of the consent. @source specification 002 §7 */
    ventana: { ancho: 600, alto: 700 },
  },
  reportes: {
    /** Reports by their code in the addresses; `it1` is written IT1 in the answers. @source specification 002 §3 */
    reportesFiscales: [
      { tipo: '606', nombre: '606 Gastos' },
      { tipo: '607', nombre: '607 Ventas' },
      { tipo: '608', nombre: '608 Anulados' },
      { tipo: '609', nombre: '609 Exterior' },
      { tipo: 'it1', nombre: 'IT-1' },
    ],
    /** Rows of a page of the tables 606 and 607. @source specification 002 §9 */
    filasPorPagina: 10,
    /** Saved reports that the history lists. @source specification 002 §9 */
    limiteDeHistorial: 10,
    /** Most receipts of one answer, of one bulk edit and of one load of receipts on paper. */
    maximoDeComprobantes: 1_000,
    /** Most bytes of a workbook or of the official tool that a company uploads. */
    maximoDeLibro: 8 * 1024 * 1024,
    /** Most bytes of a TXT that is reconciled. */
    maximoDeTxt: 8 * 1024 * 1024,
  },
  simulacion: {
    /**
     * The standard batch: the classes that are generated together, the quantity that the DGII's step requires, and their
     * names. `resumen`: consumer invoices below 250,000, each with its summary; `alta`: those above.
     * @source Proceso de certificación para ser emisor electrónico, step 4 (FACTS §12); specification 001 §9
     */
    loteEstandar: [
      { clase: '31', tipo: '31', cantidad: 4, nombre: 'Factura de Crédito Fiscal' },
      { clase: '32-resumen', tipo: '32', cantidad: 4, nombre: 'Factura de Consumo, resumen (RFCE)' },
      { clase: '32-alta', tipo: '32', cantidad: 2, nombre: 'Factura de Consumo (> 250k)' },
      { clase: '41', tipo: '41', cantidad: 2, nombre: 'Compras' },
      { clase: '43', tipo: '43', cantidad: 2, nombre: 'Gastos Menores' },
      { clase: '44', tipo: '44', cantidad: 2, nombre: 'Regímenes Especiales' },
      { clase: '45', tipo: '45', cantidad: 2, nombre: 'Gubernamental' },
      { clase: '46', tipo: '46', cantidad: 2, nombre: 'Exportación' },
      { clase: '47', tipo: '47', cantidad: 2, nombre: 'Pagos al Exterior' },
      { clase: '33', tipo: '33', cantidad: 1, nombre: 'Nota de Débito' },
      { clase: '34', tipo: '34', cantidad: 2, nombre: 'Nota de Crédito' },
    ],
    /** Most receipts of one generation, and of each class of a batch. @source specification 001 §5 */
    maximoPorGeneracion: 50,
    /** A consumer invoice of a larger total is sent whole, with its buyer. @source specification 001 §9 */
    umbralDeConsumo: '250000.00',
    /** Total of the standard batch's consumer invoices of high value. @source specification 001 §9 */
    montoDeAltoValor: '300000.00',
  },
  verificar: {
    /** The states of a signature, with their names. */
    estadosDeFirma: {
      integra: 'Intacto desde la firma',
      alterada: 'La firma no corresponde',
      'no-verificable': 'No se pudo verificar',
    },
    /** The states of the certificate at the moment of signing, with their names. */
    vigencias: {
      vigente: 'Vigente',
      vencido: 'Vencido',
      'no-vigente': 'Todavía no vigente',
      'no-apto': 'No es de firma de documentos',
    },
    /** Trust in the issuer of the certificate, with the texts for people. */
    respaldos: {
      reconocido: 'Emitido por una entidad de certificación reconocida',
      desconocido: 'Emitido por una entidad que no está en la lista de este servidor',
      'no-comprobado': 'Sin comprobar: este servidor no tiene la lista de entidades de certificación',
    },
    /** Most bytes of the files together: a signed file is a little larger than what was signed. */
    maximoPorVerificar: 11_534_336,
  },
} as const;
