import type { Ambiente, ErrorDeDocumento } from '@timbre/contract';
import type { ACECF } from '@timbre/ecf';
import type { Generated, GeneratedAlways } from 'kysely';
import type { DateText, Json } from '../../platform/db/schema.ts';

/** The tables of this room, declared in the schema of all queries. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    recibido: RecibidoTable;
    firmante: FirmanteTable;
    recepcion_rechazada: RecepcionRechazadaTable;
    receptor_semilla: ReceptorSemillaTable;
    aprobacion_recibida: AprobacionRecibidaTable;
    aprobacion_emitida: AprobacionEmitidaTable;
    aprobacion_libro: AprobacionLibroTable;
    aprobacion_envio: AprobacionEnvioTable;
    aprobacion_intento: AprobacionIntentoTable;
    entrega: EntregaTable;
    entrega_automatica: EntregaAutomaticaTable;
    entrega_pausa: EntregaPausaTable;
  }
}

interface RecibidoTable {
  empresa_id: string;
  id: string;
  orden: GeneratedAlways<number>;
  ambiente: Ambiente;
  rnc_emisor: string;
  razon_emisor: string;
  tipo: number;
  encf: string;
  fecha_emision: DateText;
  /** Decimal with two places, as text. */
  monto_total: string;
  total_itbis: string;
  codigo_seguridad: string;
  fecha_firma: string;
  url_qr: string;
  titular: string;
  /** SHA-256 of the signer's certificate, hexadecimal; empty if it was not stored. */
  firmante: Generated<string>;
  xml: Buffer;
  xml_sha256: Buffer;
  acuse: string | null;
  via: 'servicio' | 'archivo';
  recibido: Date;
  estado_dgii: string | null;
  consultado_dgii: Date | null;
  respuesta: 'aceptada' | 'rechazada' | null;
  /** Its signer was known for the issuer when the document arrived. */
  creido: Generated<boolean>;
  /** It is the document of its number, and not only a claim. */
  confirmado: GeneratedAlways<boolean>;
  /** The network that it came from, while its bytes count as unconfirmed. */
  red: Generated<string | null>;
  /** The DGII did not know it, and its bytes were removed. */
  sin_bytes: Generated<boolean>;
}

interface FirmanteTable {
  empresa_id: string;
  ambiente: Ambiente;
  rnc: string;
  huella: string;
  titular: string;
  desde: Date;
}

interface RecepcionRechazadaTable {
  empresa_id: string;
  xml_sha256: Buffer;
  motivo: number;
  detalle: string;
  rnc_emisor: string;
  encf: string;
  via: 'servicio' | 'archivo';
  direccion: string;
  veces: Generated<number>;
  ultima: Date;
  acuse: string | null;
}

interface ReceptorSemillaTable {
  marca: Buffer;
  vence: Date;
}

interface AprobacionRecibidaTable {
  empresa_id: string;
  documento_id: string;
  xml_sha256: Buffer;
  aprobada: boolean;
  motivo: string | null;
  fecha_hora: string;
  titular: string;
  /** SHA-256 of the signer's certificate, hexadecimal; empty if it was not stored. */
  firmante: Generated<string>;
  xml: Buffer;
  recibida: Date;
}

interface AprobacionEmitidaTable {
  empresa_id: string;
  id: string;
  /** Null while the e-CF is not stored here. */
  recibido_id: string | null;
  ambiente: Ambiente;
  rnc_emisor: string;
  encf: string;
  aprobada: boolean;
  motivo: string | null;
  xml: string;
  firmada: Date;
  por: string;
}

/** The state of an approval in the rehearsal. */
export type Rehearsed = 'firmada' | 'aceptada' | 'rechazada';

interface AprobacionLibroTable {
  empresa_id: string;
  id: string;
  orden: GeneratedAlways<number>;
  ambiente: Ambiente;
  fila: number;
  rnc_emisor: string;
  encf: string;
  /** The content of its cells. */
  detalle: Json<Partial<ACECF['DetalleAprobacionComercial']>>;
  errores: Json<ErrorDeDocumento[]>;
  xml: string | null;
  firmada: Date | null;
  aprobacion_id: string | null;
  ensayo: Rehearsed | null;
  /** The message of the built-in authority. */
  ensayo_detalle: string | null;
  ensayo_cambiado: Date | null;
}

/** The recipient of a commercial answer. */
export type Destino = 'dgii' | 'emisor';

interface AprobacionEnvioTable {
  empresa_id: string;
  aprobacion_id: string;
  destino: Destino;
  estado: 'pendiente' | 'enviada' | 'rechazada' | 'sin_direccion' | 'sin_confirmar';
  detalle: string | null;
  cambiada: Date;
}

interface AprobacionIntentoTable {
  empresa_id: string;
  aprobacion_id: string;
  destino: Destino;
  numero: number;
  iniciado: Date;
  terminado: Date | null;
  resultado: 'enviada' | 'rechazada' | 'no_enviada' | 'desconocido' | 'sin_direccion' | null;
  respuesta: string | null;
}

interface EntregaTable {
  empresa_id: string;
  documento_id: string;
  estado: 'pendiente' | 'entregada' | 'rechazada' | 'sin_direccion' | 'sin_confirmar';
  intentos: Generated<number>;
  dudosa: Generated<boolean>;
  detalle: string | null;
  acuse: string | null;
  pedida: Date;
  cambiada: Date;
  automatica: Generated<boolean>;
}

interface EntregaAutomaticaTable {
  empresa_id: string;
  /** The last entry of the event record whose invoices have their delivery. */
  leido: number;
  desde: Date;
  por: string;
}

interface EntregaPausaTable {
  empresa_id: string;
  ambiente: Ambiente;
  rnc: string;
  sin_direccion: boolean;
  fallas: number;
  hasta: Date;
}
