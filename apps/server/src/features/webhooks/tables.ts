import type { EstadoDeEntregaWebhook, webhooks } from '@timbre/contract';
import type { Generated } from 'kysely';
import type { JsonDefault } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    webhook: WebhookTable;
    webhook_entrega: WebhookEntregaTable;
  }
}

interface WebhookTable {
  empresa_id: string;
  id: string;
  url: string;
  descripcion: string;
  eventos: string[];
  activo: boolean;
  secreto: Buffer;
  secreto_anterior: Buffer | null;
  anterior_hasta: Date | null;
  leido: number;
  falla_desde: Date | null;
  pausa_hasta: Date | null;
  desactivado: Date | null;
  creado: Date;
}

interface WebhookEntregaTable {
  empresa_id: string;
  id: string;
  webhook_id: string;
  seq: number | null;
  tipo: string;
  cuerpo: string;
  estado: EstadoDeEntregaWebhook;
  creada: Date;
  proximo: Date | null;
  vence: Date;
  intentos: Generated<number>;
  seguidos: Generated<number>;
  historial: JsonDefault<webhooks.IntentoWebhook[]>;
  respuesta: string | null;
}
