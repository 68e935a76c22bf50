// The specification's credit-note body: where it differs from the tree of an e-CF. No schemas here.
// @source docs/specification.md §3, "Credit-note request"

/** Amounts in another currency that the credit-note body has inside Totales and the e-CF has in OtraMoneda. */
export const otraMonedaEnTotales = [
  'TipoMoneda',
  'TipoCambio',
  'MontoGravadoTotalOtraMoneda',
  'MontoGravado1OtraMoneda',
  'MontoGravado2OtraMoneda',
  'MontoGravado3OtraMoneda',
  'MontoExentoOtraMoneda',
  'TotalITBISOtraMoneda',
  'TotalITBIS1OtraMoneda',
  'TotalITBIS2OtraMoneda',
  'TotalITBIS3OtraMoneda',
  'MontoTotalOtraMoneda',
] as const;

/** The same for a line: inside it in the credit-note body, in OtraMonedaDetalle in the e-CF. */
export const otraMonedaEnItem = [
  'PrecioOtraMoneda',
  'DescuentoOtraMoneda',
  'RecargoOtraMoneda',
  'MontoItemOtraMoneda',
] as const;
