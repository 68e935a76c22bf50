import { featureConstants } from '@timbre/contract/tables';
import { tiposECF } from '@timbre/values';
import type { TipoSimulado } from './api.ts';

const { loteEstandar } = featureConstants.simulacion;

/** The title of the screen. @source specification 001 §2.6 */
export const title = 'Pruebas de Simulación ECF';

/** The types of receipts, in their order. */
export const tipos: readonly TipoSimulado[] = tiposECF;

/** The name of a type. @source specification 001 §9 */
export const nombreDeTipo = (tipo: TipoSimulado): string =>
  loteEstandar.find(({ clase }) => clase === tipo)?.nombre ?? 'Factura de Consumo';

/** Payment types. @source specification 001 §9 */
export const tiposDePago = { 1: 'Contado', 2: 'Crédito', 3: 'Gratuito' } as const;

/** How a note modifies its NCF. @source specification 001 §5, "Reference selector" */
export const codigosDeModificacion = {
  1: 'Anula el NCF modificado',
  2: 'Corrige texto del NCF modificado',
  3: 'Corrige montos del NCF modificado',
  4: 'Reemplaza un NCF de contingencia',
  5: 'Referencia a otro comprobante',
} as const;

/** `1 comprobante(s)`, as the messages of the simulation count. @source specification 001 §8 */
const receipts = (n: number): string => `${n} comprobante(s)`;

/** The messages of the simulation. @source specification 001 §8, "Simulator" */
export const messages = {
  generated: (n: number, from: number) => `Generados ${receipts(n)} desde secuencia ${from}`,
  generatedOfType: (n: number, tipo: string) => `Se generaron ${receipts(n)} tipo ${tipo} exitosamente`,
  done: (eNCF: string, what: 'firmado' | 'enviado' | 'eliminado') => `Comprobante ${eNCF} ${what} exitosamente`,
  allSigned: 'Todos los comprobantes han sido firmados',
  allSent: (n: number) => `${receipts(n)} enviados exitosamente`,
  /** Each type continues its own sequence. */
  batchFromNext: 'Lote generado desde la siguiente secuencia de cada tipo',
  batchFrom: (from: number) => `Lote generado desde secuencia ${from}`,
  standardDone: 'Lote estándar generado correctamente',
  customDone: 'Batch personalizado generado correctamente',
  cleared: 'Todos los comprobantes han sido eliminados',
} as const;

/** The titles of its failures; the reason follows. @source specification 001 §8, "Simulator" */
export const failures = {
  generate: 'Error al generar comprobantes',
  sign: (eNCF: string) => `Error al firmar comprobante ${eNCF}`,
  signAll: 'Error al firmar todos los comprobantes',
  send: 'Error al enviar comprobante',
  sendAll: 'Error al enviar todos los comprobantes',
  remove: 'Error al eliminar comprobante',
  standard: 'Error al generar lote estándar',
  custom: 'Error al ejecutar batch personalizado',
  clear: 'Error al borrar todos los comprobantes',
  authentication: 'Error de autenticación',
  nothingToSend: 'No hay comprobantes para enviar',
  unknownRNC: 'No se encontró información para el RNC proporcionado',
  notFound: (eNCF: string) => `No se encontró el comprobante ${eNCF}`,
  parse: 'Error al analizar XML',
  noRoot: 'No se encontró el nodo raíz ECF en el XML',
  document: (reason: string) => `Error al enviar documento: ${reason}`,
  cannotGenerate: 'No se puede generar el comprobante con la configuración actual',
  noType: 'Elija el tipo de comprobante',
  noKey: 'Debe ingresar un API Key para autenticarse',
  notAuthenticated: 'Debe autenticarse primero',
} as const;

/** The state of a receipt whose sending failed. @source specification 001 §4 */
export const sendingFailed = 'Error envío';
