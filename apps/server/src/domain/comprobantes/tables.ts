import type { Ambiente, configuracion, ErrorDeDocumento, Estado, MensajeDGII } from '@timbre/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Static } from 'typebox';
import type { DateText, JsonDefault } from '../../platform/db/schema.ts';

type Codigo608 = configuracion.Codigo608;
/** Its meaning is in `0001-schema.sql`, at the table anulacion. */
export type EstadoDeAnulacion = Static<typeof configuracion.AnulacionDeRango>['estado'];

/** The tables of this room, declared in the schema of all queries. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    secuencia: SecuenciaTable;
    documento: DocumentoTable;
    intento: IntentoTable;
    ensayo: EnsayoTable;
    numero_conciliado: NumeroConciliadoTable;
    anulacion: AnulacionTable;
    anulacion_intento: AnulacionIntentoTable;
    idempotencia: IdempotenciaTable;
    estadistica: EstadisticaTable;
    estadistica_cambio: EstadisticaCambioTable;
    estadistica_dia: EstadisticaDiaTable;
    documento_bloque: DocumentoBloqueTable;
    diario: DiarioTable;
    numero_perdido: NumeroPerdidoTable;
    tasa_selectivo: TasaSelectivoTable;
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

interface TasaSelectivoTable {
  trimestre: DateText;
  /** RD$ with two decimals, as text; the other two also. */
  alcohol: string;
  cigarrillos20: string;
  cigarrillos10: string;
  resolucion: string;
  por: string;
  modificada: Date;
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
  /** Of a signed note: the document that it modifies, if it is here. */
  modifica: string | null;
  /** It annuls the document that it modifies. */
  anula: Generated<boolean>;
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

interface AnulacionTable {
  empresa_id: string;
  id: string;
  secuencia_id: string;
  ambiente: Ambiente;
  rnc_emisor: string;
  tipo: number;
  desde: number;
  hasta: number;
  cantidad: number;
  codigo_608: Codigo608;
  estado: EstadoDeAnulacion;
  /** The last answer of the authority, verbatim. */
  mensajes: JsonDefault<string[]>;
  xml: string;
  xml_sha256: Buffer;
  firmada: Date;
  por: string;
  cambiada: Date;
  asentada_por: string | null;
}

interface AnulacionIntentoTable {
  empresa_id: string;
  anulacion_id: string;
  numero: number;
  iniciado: Date;
  terminado: Date | null;
  resultado: 'respondida' | 'no_enviada' | 'desconocido' | null;
  respuesta: string | null;
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
  comprado: Generated<string>;
}

interface EstadisticaDiaTable {
  empresa_id: string;
  ambiente: Ambiente;
  dia: DateText;
  tipo: number;
  clase: 'abierto' | 'aceptado' | 'aceptado_condicional' | 'rechazado';
  emitidos: number;
  importe: string;
  importe_compra: Generated<string>;
}

interface EstadisticaCambioTable extends EstadisticaTable, Omit<EstadisticaDiaTable, keyof EstadisticaTable> {
  orden: GeneratedAlways<number>;
}

interface DocumentoBloqueTable {
  empresa_id: string;
  primero: number;
  ultimo: number;
  firma: Buffer | null;
  textos: string | null;
  emision_desde: DateText | null;
  emision_hasta: DateText | null;
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
