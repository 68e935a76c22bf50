import type { facturas } from '@timbre/contract';
import { estadosAceptados } from '@timbre/contract/tables';

/** Whether a note may still modify an invoice: it was accepted, and no credit note annuls it or is about to. */
export const mayBeModified = ({ estado, anuladaPor }: Pick<facturas.Factura, 'estado' | 'anuladaPor'>): boolean =>
  estadosAceptados.has(estado) && anuladaPor === null;

/** Why a note modifies its invoice: the label of the specification, and the official code that is sent for it. */
interface Reason {
  readonly key: string;
  readonly label: string;
  readonly codigo: string;
  /** Value of RazonModificacion for this reason. */
  readonly razon: string;
}

/**
 * The reasons of each note. The specification's own codes are not those of the DGII, so the official code of the same
 * meaning is sent.
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

/** The default reason of a new note. @source specification 001 §5 */
export const usualReason = { 34: '5', 33: '3' } as const;
