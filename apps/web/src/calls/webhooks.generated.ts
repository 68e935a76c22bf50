// Generated from packages/contract/src/webhooks.ts by scripts/generate.ts. Not to be edited.
import type { webhooks } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const crearWebhook = 'POST /api/webhooks' as Address<typeof webhooks.crearWebhook>;
export const eliminarWebhook = 'DELETE /api/webhooks/:id' as Address<typeof webhooks.eliminarWebhook>;
export const listarEntregas = 'GET /api/webhooks/entregas' as Address<typeof webhooks.listarEntregas>;
export const listarWebhooks = 'GET /api/webhooks' as Address<typeof webhooks.listarWebhooks>;
export const modificarWebhook = 'PUT /api/webhooks/:id' as Address<typeof webhooks.modificarWebhook>;
export const probarWebhook = 'POST /api/webhooks/:id/prueba' as Address<typeof webhooks.probarWebhook>;
export const reenviarEntrega = 'POST /api/webhooks/entregas/:id/reenviar' as Address<typeof webhooks.reenviarEntrega>;
export const rotarSecretoWebhook = 'POST /api/webhooks/:id/secreto' as Address<typeof webhooks.rotarSecretoWebhook>;
export const verEntregaDeWebhook = 'GET /api/webhooks/entregas/:id' as Address<typeof webhooks.verEntregaDeWebhook>;
