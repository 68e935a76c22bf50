/** Why a note modifies its invoice: the specification's labels, and the official code that is sent for each. */
interface Reason {
  readonly key: string;
  readonly label: string;
  readonly codigo: string;
  /** RazonModificacion that is written for it. */
  readonly razon: string;
}

/**
 * The reasons of each note. The specification's own codes are not the DGII's: what is sent is the official code of the same meaning.
 *
 * @source specification 001 §5, "Reference selector"; shared decisions, "Numbers": the code sent must be official
 */
export const reasons: Readonly<Record<'33' | '34', readonly Reason[]>> = {
  34: [
    { key: '1', label: 'Cambio de encabezado', codigo: '2', razon: 'Corrección de datos' },
    { key: '2', label: 'Cambio de costos', codigo: '3', razon: 'Corrección de montos' },
    { key: '4', label: 'Referencia a otro e-CF', codigo: '5', razon: 'Referencia a otro comprobante' },
    { key: '5', label: 'Devolución de mercancías', codigo: '3', razon: 'Devolución parcial' },
    { key: 'anula', label: 'Anulación', codigo: '1', razon: 'Anulación de la factura' },
  ],
  33: [
    { key: '3', label: 'Cambio de costos', codigo: '3', razon: 'Cargos adicionales' },
    { key: '4', label: 'Referencia a otro e-CF', codigo: '5', razon: 'Referencia a otro comprobante' },
  ],
};

/** The reason that a note has when it begins. @source specification 001 §5 */
export const usualReason = { 34: '5', 33: '3' } as const;
