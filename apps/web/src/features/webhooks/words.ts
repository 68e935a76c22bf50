import {
  type EstadoDeEntregaWebhook,
  estadosDeEntregaWebhook,
  limitesDeWebhooks,
  type TipoDeWebhook,
  tiposDeWebhook,
} from '@timbre/contract/tables';
import type { Entrega, Webhook } from './api.ts';

export const nombreDeTipo = (tipo: Entrega['tipo']): string => (tipo === 'prueba' ? 'Prueba' : tiposDeWebhook[tipo]);

export const tonoDeEntrega: Record<EstadoDeEntregaWebhook, 'ok' | 'bad' | 'info'> = {
  pendiente: 'info',
  entregada: 'ok',
  fallida: 'bad',
};
export const nombreDeEstado = (estado: EstadoDeEntregaWebhook): string => estadosDeEntregaWebhook[estado];

export const tipos = Object.entries(tiposDeWebhook) as [TipoDeWebhook, string][];

/** The state of a destination as a chip. */
export function estadoDe({ activo, desactivado, fallaDesde }: Webhook): {
  tone: 'ok' | 'bad' | 'warn' | 'mute';
  text: string;
} {
  if (desactivado !== null) return { tone: 'bad', text: 'Desactivado por fallas' };
  if (!activo) return { tone: 'mute', text: 'Inactivo' };
  return fallaDesde === null ? { tone: 'ok', text: 'Activo' } : { tone: 'warn', text: 'Con fallas' };
}

export const explicacion = `Timbre avisa a su sistema con un POST firmado por cada evento. Si no responde 2xx en 10 segundos, se reintenta durante ${limitesDeWebhooks.dias} días, cada vez más espaciado. Un aviso puede llegar más de una vez o en otro orden: Timbre-Delivery lo identifica.`;
