import type { aprobacionComercial } from '@timbre/contract';

/** The title of the screen. @source specification 001 §2.4 */
export const title = 'Aprobación Comercial - Generación, Firma y Envío XML';

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

/** The state of the sending of an approval, as a badge. */
export const sendingStates: Readonly<
  Record<aprobacionComercial.EstadoDeAprobacion, { readonly tone: Tone; readonly words: string }>
> = {
  pendiente: { tone: 'mute', words: 'Pendiente' },
  firmada: { tone: 'mute', words: 'Firmada' },
  enviando: { tone: 'info', words: 'Enviando' },
  aceptada: { tone: 'ok', words: 'Aceptada por la DGII' },
  rechazada: { tone: 'bad', words: 'Rechazada por la DGII' },
  sin_confirmar: { tone: 'warn', words: 'Sin confirmar' },
};

/** A column of the workbook. */
interface Columna {
  readonly name: string;
  readonly meaning: string;
  /** The value used if the workbook leaves the column out. Without it the column is required. */
  readonly usual?: string;
}

/** The columns of a workbook of approvals. @source specification 001 §3 */
export const columnas: readonly Columna[] = [
  { name: 'RNCEmisor', meaning: 'RNC de quien le facturó' },
  { name: 'eNCF', meaning: 'E, tipo y secuencia: E310000000001' },
  { name: 'FechaEmision', meaning: 'dd-mm-aaaa' },
  { name: 'MontoTotal', meaning: 'RD$, con dos decimales' },
  { name: 'RNCComprador', meaning: 'RNC de su empresa' },
  { name: 'Estado', meaning: '1 aceptado, 2 rechazado', usual: '1' },
  { name: 'DetalleMotivoRechazo', meaning: 'Por qué se rechaza', usual: 'vacío, si el estado es 1' },
  { name: 'FechaHoraAprobacionComercial', meaning: 'dd-mm-aaaa hh:mm:ss', usual: 'la hora de carga' },
  { name: 'Version', meaning: 'Del formato', usual: '1.0' },
];
