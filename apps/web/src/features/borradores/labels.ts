/** Words of the names of elements as they are written in Spanish. */
const words: Readonly<Record<string, string>> = {
  Codigo: 'Código',
  Numero: 'Número',
  Direccion: 'Dirección',
  Telefono: 'Teléfono',
  Razon: 'Razón',
  Identificacion: 'Identificación',
  Identificador: 'Identificador',
  Informacion: 'Información',
  Informaciones: 'Informaciones',
  Modificacion: 'Modificación',
  Termino: 'Término',
  Pais: 'País',
  Via: 'Vía',
  Regimen: 'Régimen',
  Compania: 'Compañía',
  Facturacion: 'Facturación',
  Retencion: 'Retención',
  Percepcion: 'Percepción',
  Descripcion: 'Descripción',
  Elaboracion: 'Elaboración',
  Liquidacion: 'Liquidación',
  Mineria: 'Minería',
  Afiliacion: 'Afiliación',
  Paginacion: 'Paginación',
  Economica: 'Económica',
  Limite: 'Límite',
  Item: 'línea',
  Bieno: 'bien o',
  Retenciono: 'Retención o',
  Descuentoo: 'Descuento o',
  O: 'o',
  Recargos: 'recargos',
  Albaran: 'Albarán',
  Ncf: 'NCF',
  NCF: 'NCF',
  RNC: 'RNC',
  ITBIS: 'ITBIS',
  ISR: 'ISR',
};

/** Whole names that splitting would not make readable. */
const names: Readonly<Record<string, string>> = {
  IdDoc: 'Documento',
  TipoeCF: 'Tipo de comprobante',
  NombreItem: 'Producto o servicio',
  CantidadItem: 'Cantidad',
  PrecioUnitarioItem: 'Precio',
  MontoItem: 'Importe',
  DescuentoMonto: 'Descuento',
  RNCComprador: 'RNC o cédula',
  RazonSocialComprador: 'Nombre o razón social',
  TablaFormasPago: 'Formas de pago',
  FormaDePago: 'Forma de pago',
  FormaPago: 'Forma de pago',
  MontoPago: 'Monto',
  TablaTelefonoEmisor: 'Teléfonos del emisor',
  TablaCodigosItem: 'Códigos del artículo',
  CodigosItem: 'Código',
  TablaSubDescuento: 'Descuentos de la línea',
  TablaSubRecargo: 'Recargos de la línea',
  TablaSubcantidad: 'Subcantidades',
  TablaImpuestoAdicional: 'Impuestos adicionales',
  DescuentosORecargos: 'Descuentos o recargos del total',
  DescuentoORecargo: 'Descuento o recargo',
  OtraMoneda: 'Otra moneda',
  InformacionesAdicionales: 'Embarque y bultos',
  TotalFob: 'Total FOB',
  TotalCif: 'Total CIF',
  WebSite: 'Sitio web',
  IndicadorMontoGravado: 'Los precios',
  IndicadorServicioTodoIncluido: 'Servicio todo incluido',
  IndicadorEnvioDiferido: 'Envío diferido',
  RNCOtroContribuyente: 'RNC de otro contribuyente',
};

/** The name of an element for people: `FechaLimitePago` is «Fecha límite pago». */
export function labelOf(name: string): string {
  const known = names[name];
  if (known !== undefined) return known;
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|\d+/g) ?? [name];
  return parts
    .map((part, i) => {
      const word = words[part] ?? part;
      return i === 0
        ? `${word[0]?.toUpperCase()}${word.slice(1)}`
        : /^[A-Z]{2,}$/.test(word)
          ? word
          : word.toLowerCase();
    })
    .join(' ');
}
