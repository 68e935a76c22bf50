import { type Static, Type } from 'typebox';
import { Ambiente, MensajeDGII, orNull } from '../shared.ts';

const OrNull = <const T extends Type.TSchema>(schema: T) => orNull(schema);

/** Result of a receipt at the DGII. */
const Comprobante = Type.Object({
  documentoId: Type.String({ format: 'uuid' }),
  eNCF: Type.String(),
  tipo: Type.String({ description: 'TipoeCF: `31`' }),
  trackId: OrNull(Type.String()),
  fechaEmision: OrNull(Type.String({ description: 'yyyy-MM-dd' })),
  montoTotal: OrNull(Type.String({ description: 'RD$, decimal' })),
  rncComprador: OrNull(Type.String()),
  secuenciaUtilizada: OrNull(Type.Boolean({ description: 'false: el número puede usarse de nuevo' })),
  mensajes: Type.Array(MensajeDGII, { maxItems: 20, description: 'Los de la DGII, los primeros 20' }),
});

/** `datos` of each type of event. */
const datosDeWebhook = {
  'documento.aceptado': Comprobante,
  'documento.aceptado_condicional': Comprobante,
  'documento.rechazado': Comprobante,
  'recibido.nuevo': Type.Object({
    documentoId: Type.String({ format: 'uuid' }),
    eNCF: Type.String(),
    rncEmisor: Type.String(),
    razonEmisor: Type.String(),
    montoTotal: OrNull(Type.String({ description: 'RD$, decimal' })),
    via: Type.String({ description: 'Cómo llegó: servicio o archivo' }),
    firmadaPor: Type.String({ description: 'RNC o cédula del certificado que lo firmó; vacío si no lo tiene' }),
    confirmada: Type.Boolean({ description: 'false: la DGII no lo ha aceptado y su firmante no se conoce' }),
  }),
  'aprobacion.recibida': Type.Object({
    documentoId: Type.String({ format: 'uuid' }),
    eNCF: Type.String(),
    aprobada: Type.Boolean(),
    motivo: OrNull(Type.String()),
    rncComprador: Type.String(),
    firmadaPor: Type.String({ description: 'RNC o cédula del certificado que la firmó; vacío si no lo tiene' }),
    comprobada: Type.Boolean({ description: 'false: no consta que quien la firmó firme por el comprador' }),
    contradice: Type.Boolean({ description: 'Otra respuesta, igual de comprobada, dice lo contrario' }),
  }),
  'secuencia.por_agotarse': Type.Object({
    secuenciaId: Type.String({ format: 'uuid' }),
    tipo: Type.String({ description: 'TipoeCF: `31`' }),
    desde: Type.Integer(),
    hasta: Type.Integer(),
    quedan: Type.Integer({ description: '0: se agotó' }),
  }),
  'certificado.por_vencer': Type.Object({
    certificadoId: Type.String({ format: 'uuid' }),
    titular: Type.String(),
    validoHasta: Type.String({ description: 'ISO 8601' }),
    dias: Type.Integer({ description: '30, 7 o 1: vence dentro de esos días' }),
  }),
  /** The test that a person sends. */
  prueba: Type.Object({}),
} as const;

/** `datos` by type of event. */
export type DatosDeWebhook = { [T in keyof typeof datosDeWebhook]: Static<(typeof datosDeWebhook)[T]> };

const sobre = <const T extends keyof typeof datosDeWebhook>(tipo: T) =>
  Type.Object({
    id: Type.String({ description: 'Igual en cada intento y reenvío, y en todos los destinos' }),
    tipo: Type.Literal(tipo),
    creado: Type.String({ description: 'ISO 8601, UTC' }),
    empresa: Type.String({ description: 'RNC' }),
    ambiente: Ambiente,
    datos: datosDeWebhook[tipo],
  });

/** The body of a delivery, by type of event. */
export const cargasDeWebhook = {
  'documento.aceptado': sobre('documento.aceptado'),
  'documento.aceptado_condicional': sobre('documento.aceptado_condicional'),
  'documento.rechazado': sobre('documento.rechazado'),
  'recibido.nuevo': sobre('recibido.nuevo'),
  'aprobacion.recibida': sobre('aprobacion.recibida'),
  'secuencia.por_agotarse': sobre('secuencia.por_agotarse'),
  'certificado.por_vencer': sobre('certificado.por_vencer'),
  prueba: sobre('prueba'),
} as const;
