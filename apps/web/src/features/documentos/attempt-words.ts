import type { documentos } from '@timbre/contract';

type Attempt = Pick<documentos.Documento['intentos'][number], 'operacion' | 'resultado'>;

const operations: Readonly<Record<string, string>> = {
  envio: 'Envío',
  reenvio: 'Reenvío',
  consulta: 'Consulta de estado',
  conciliacion: 'Consulta del número',
};

/** How an exchange with the authority ended. */
const results: Readonly<Record<string, string>> = {
  recibido: 'Recibido por la DGII',
  en_curso: 'En proceso en la DGII',
  veredicto: 'La DGII respondió',
  sin_confirmar: 'Sin confirmar',
  no_hallado: 'La DGII no lo tiene',
  no_enviado: 'No llegó a la DGII',
  desconocido: 'Sin respuesta: pudo haber llegado',
};

/** The name of an attempt. */
export const operationWords = ({ operacion }: Pick<Attempt, 'operacion'>): string => operations[operacion] ?? operacion;

/** How an attempt ended; one without an end is under way. */
export const resultWords = ({ resultado }: Pick<Attempt, 'resultado'>): string =>
  resultado === null ? 'En curso' : (results[resultado] ?? resultado);
