import type { Ambiente, ErrorDeDocumento, Estado, MensajeDGII } from '@timbre/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Static } from 'typebox';
import type { DateText, JsonDefault } from '../db/schema.ts';

/** The tables of this room, for the queries of all. */
declare module '../db/schema.ts' {
  interface Tables {
    secuencia: SecuenciaTable;
    documento: DocumentoTable;
    intento: IntentoTable;
    ensayo: EnsayoTable;
    numero_conciliado: NumeroConciliadoTable;
    idempotencia: IdempotenciaTable;
    estadistica: EstadisticaTable;
    estadistica_cambio: EstadisticaCambioTable;
    diario: DiarioTable;
    numero_perdido: NumeroPerdidoTable;
  }
}

interface SecuenciaTable {
  empresa_id: string;
  id: string;
  ambiente: Ambiente;
  tipo: number;
  desde: number;
  hasta: number;
  siguiente: number;
  vence: DateText | null;
  creada: Generated<Date>;
  prefijo: Generated<string>;
  digitos: Generated<number>;
  descripcion: Generated<string>;
  activo: Generated<boolean>;
  ajenos: Generated<number>;
}

interface DocumentoTable {
  empresa_id: string;
  id: string;
  ambiente: Ambiente;
  rnc_emisor: string;
  tipo: number;
  numero: number;
  encf: string;
  es_rfce: Generated<boolean>;
  resume_a: string | null;
  estado: Estado;
  ocupa_numero: Generated<boolean>;
  fecha_emision: DateText | null;
  /** Decimal with two places, as text. */
  monto_total: string | null;
  rnc_comprador: string | null;
  razon_comprador: string | null;
  arbol: ColumnType<unknown, string | null, string | null>;
  xml: string | null;
  xml_sha256: Buffer | null;
  pedido: 'firma' | 'envio' | null;
  codigo_seguridad: string | null;
  fecha_firma: string | null;
  certificado_id: string | null;
  track_id: string | null;
  intento_base: Generated<number>;
  tracks_previos: Generated<string[]>;
  codigo: string | null;
  mensajes: JsonDefault<Static<typeof MensajeDGII>[]>;
  secuencia_utilizada: boolean | null;
  errores: JsonDefault<ErrorDeDocumento[]>;
  espera_a: string | null;
  importacion_id: string | null;
  fila: number | null;
  origen: 'api' | 'excel' | 'pantalla' | 'firma';
  creado: Date;
  orden: GeneratedAlways<number>;
  asentado_por: string | null;
}

interface IntentoTable {
  empresa_id: string;
  documento_id: string;
  numero: number;
  operacion: 'envio' | 'reenvio' | 'consulta' | 'conciliacion';
  ficha: number;
  iniciado: Date;
  terminado: Date | null;
  resultado: string | null;
  respuesta: string | null;
  sha256: Buffer | null;
  track_id: string | null;
}

interface EnsayoTable {
  empresa_id: string;
  documento_id: string;
  importacion_id: string;
  pedido: 'firma' | 'envio' | null;
  turno: number | null;
  estado: Estado;
  conserva_fecha: Generated<boolean>;
  fecha_firma: string | null;
  track_id: string | null;
  secuencia_utilizada: boolean | null;
  mensajes: JsonDefault<Static<typeof MensajeDGII>[]>;
  errores: JsonDefault<ErrorDeDocumento[]>;
  cambiado: Date;
}

interface NumeroConciliadoTable {
  empresa_id: string;
  ambiente: Ambiente;
  rnc_emisor: string;
  tipo: number;
  numero: number;
  estado: string;
  en: Date;
}

interface IdempotenciaTable {
  empresa_id: string;
  clave: string;
  huella: Buffer;
  documento_id: string;
  creada: Date;
}

interface EstadisticaTable {
  empresa_id: string;
  ambiente: Ambiente;
  tipo: number;
  ncf: number;
  aceptados: number;
  /** Decimal with two places, as text. */
  monto: string;
}

interface EstadisticaCambioTable extends EstadisticaTable {
  orden: GeneratedAlways<number>;
}

interface DiarioTable {
  id: string;
  vida: string | null;
  creado: Generated<Date>;
  visto: Generated<Date>;
}

interface NumeroPerdidoTable {
  ambiente: string;
  rnc_emisor: string;
  tipo: number;
  numero: number;
  en: Generated<Date>;
}
