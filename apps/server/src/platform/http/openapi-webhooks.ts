import { webhooks } from '@timbre/contract';

// The calls that this platform makes to the addresses of a company (webhooks), as OpenAPI describes them.

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers = [
  header('Timbre-Event', 'El tipo, como `tipo` del cuerpo'),
  header('Timbre-Delivery', 'Identificador de la entrega, igual en cada intento'),
  header(
    'Timbre-Signature',
    't=SEGUNDOS,v1=HMAC: el HMAC-SHA256, en hexadecimal, de «SEGUNDOS.cuerpo» con el secreto del webhook. Mientras se cambia el secreto hay dos v1',
  ),
];

/** The deliveries by the type of their event. @param refer replaces each named part of a schema by a reference to it */
export const describedWebhooks = (refer: (schema: object) => object): object =>
  Object.fromEntries(
    Object.entries(webhooks.cargasDeWebhook).map(([tipo, body]) => [
      tipo,
      {
        post: {
          operationId: `webhook.${tipo}`,
          summary: `Aviso ${tipo}, a las direcciones que la empresa eligió`,
          tags: ['webhooks'],
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: refer(body) } } },
          responses: {
            '2XX': { description: 'Recibido' },
            default: { description: 'No recibido: se intenta de nuevo, durante tres días' },
          },
        },
      },
    ]),
  );
