import type { Ambiente, descripcionesDeImpuesto, ErrorDeDocumento, Estado, MensajeDGII, Rol } from '@timbre/contract';
import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable, Updateable } from 'kysely';
import type { Static } from 'typebox';

/**
 * jsonb: read as a value, written as text (`JSON.stringify`), because the driver would convert an array to an SQL
 * array.
 */
type Json<T> = ColumnType<T, string, string>;
type JsonDefault<T> = ColumnType<T, string | undefined, string>;
/** `date`: yyyy-MM-dd. */
type DateText = string;

/** State of a request. */
export type EstadoDeSolicitud = 'pendiente' | 'aprobada' | 'rechazada' | 'retirada';

interface EmpresaTable {
  id: string;
  rnc: string;
  razon_social: string;
  direccion: string | null;
  ambiente: ColumnType<Ambiente, Ambiente | undefined, Ambiente>;
  demo: Generated<boolean>;
  llave_envuelta: Buffer;
  creada: Generated<Date>;
  id_externo: Generated<string>;
  campo_nombre_item: 'NombreItem' | 'DescripcionItem' | null;
  secreto_hmac: Buffer | null;
  secreto_ultimos: string | null;
  accesos: JsonDefault<Record<string, boolean>>;
  accesos_por: string | null;
  accesos_en: Date | null;
}

interface PersonaTable {
  id: string;
  /** In lower case; for the platform's administrator, their log-in name. */
  correo: string;
  contrasena_hash: string;
  contrasena_filtro: Buffer | null;
  contrasena_propia: boolean;
  es_root: Generated<boolean>;
  creado: Generated<Date>;
  totp_cifrado: Buffer | null;
  totp_empresa: string | null;
  totp_pendiente: Buffer | null;
  totp_desde: Date | null;
  totp_paso: number | null;
  recuperacion: Generated<Buffer[]>;
}

interface MembresiaTable {
  empresa_id: string;
  id: string;
  persona_id: string;
  nombre_usuario: string;
  rol: Rol;
  estado: 'activa' | 'invitada';
  invitacion_hmac: Buffer | null;
  invitacion_vence: Date | null;
  creado: Generated<Date>;
  ultimo_acceso: Date | null;
}

interface RegistroTable {
  id: string;
  rnc: string;
  razon_social: string;
  correo: string;
  contrasena_hash: string | null;
  contrasena_filtro: Buffer | null;
  persona_id: string | null;
  ip: string;
  estado: ColumnType<EstadoDeSolicitud, 'pendiente' | undefined, EstadoDeSolicitud>;
  motivo: string | null;
  pedida: Date;
  resuelta_por: string | null;
  resuelta: Date | null;
}

interface SesionTable {
  id: string;
  hmac: Buffer;
  persona_id: string;
  /** The membership that it works under; null for the platform's administrator. */
  membresia_id: string | null;
  /** When the previous session in the same company began. */
  acceso_anterior: Date | null;
  dispositivo: string;
  ip: string;
  creada: Date;
  ultimo_uso: Date;
  expira: Date;
  revocada: Date | null;
  secreto_validado: Date | null;
  contrasena_dada: Date | null;
}

interface ClaveApiTable {
  empresa_id: string;
  id: string;
  hmac: Buffer;
  ultimos: string;
  creada: Date;
  ultimo_uso: Date | null;
  revocada: Date | null;
}

interface CertificadoTable {
  empresa_id: string;
  id: string;
  archivo: string;
  p12_cifrado: Buffer;
  clave_cifrada: Buffer;
  llave_cifrada: Buffer;
  certificado_der: Buffer;
  titular: string;
  id_titular: string | null;
  emisor: string;
  serie: string;
  huella: string;
  valido_desde: Date;
  valido_hasta: Date;
  activo: boolean;
  creado: Date;
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

interface ImportacionTable {
  empresa_id: string;
  id: string;
  archivo: string;
  contenido: Buffer | null;
  estado: 'procesando' | 'listo' | 'error';
  pasos: Json<unknown>;
  errores: JsonDefault<ErrorDeDocumento[]>;
  avisos: JsonDefault<ErrorDeDocumento[]>;
  usuario_id: string | null;
  creada: Date;
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

interface TrabajoTable {
  id: string;
  clase: string;
  empresa_id: string;
  sujeto: string;
  datos: JsonDefault<Record<string, unknown>>;
  en: Date;
  prioridad: Generated<number>;
  ficha: Generated<number>;
  reservado_hasta: Date | null;
  repetir: Generated<boolean>;
  intentos: Generated<number>;
  ultimo_error: string | null;
  /** The environment of the authority whose recovery makes it due. */
  espera: string | null;
}

interface EventoTable {
  empresa_id: string;
  seq: number;
  tipo: string;
  sujeto: string | null;
  datos: Json<unknown>;
  en: Date;
  hash: Buffer;
  numero: number | null;
}

interface EventoCabezaTable {
  empresa_id: string;
  seq: number;
  actos: Generated<number>;
  movimientos: Generated<number>;
  hash: Buffer;
  llave_desde: Generated<number>;
  sello: Buffer | null;
}

interface LlavePlataformaTable {
  id: number;
  envuelta: Buffer;
}

interface IdempotenciaTable {
  empresa_id: string;
  clave: string;
  huella: Buffer;
  documento_id: string;
  creada: Date;
}

interface LogoTable {
  empresa_id: string;
  tipo: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Buffer;
  version: string;
}

interface SolicitudTable {
  empresa_id: string;
  id: string;
  ambiente_actual: Ambiente;
  nuevo_ambiente: Ambiente;
  estado: ColumnType<EstadoDeSolicitud, 'pendiente' | undefined, EstadoDeSolicitud>;
  motivo: string | null;
  pedida_por: string;
  pedida: Date;
  resuelta_por: string | null;
  resuelta: Date | null;
}

interface ImpuestoExternoTable {
  empresa_id: string;
  id_impuesto_externo: string;
  descripcion: (typeof descripcionesDeImpuesto)[number];
}

interface FechaVencimientoTable {
  empresa_id: string;
  id: string;
  serie: 'E' | 'B';
  tipo: string;
  fecha: DateText;
  activo: boolean;
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

interface AutoridadEstadoTable {
  ambiente: string;
  servicio: string;
  fase: 'tarda' | 'caida' | null;
  desde: Date | null;
  motivo: string | null;
  prueba_en: Date;
}

/** The tables as the queries use them; `migrations/*.sql` defines them. */
export interface Tables {
  empresa: EmpresaTable;
  persona: PersonaTable;
  membresia: MembresiaTable;
  registro: RegistroTable;
  sesion: SesionTable;
  clave_api: ClaveApiTable;
  certificado: CertificadoTable;
  secuencia: SecuenciaTable;
  importacion: ImportacionTable;
  documento: DocumentoTable;
  intento: IntentoTable;
  ensayo: EnsayoTable;
  numero_conciliado: NumeroConciliadoTable;
  trabajo: TrabajoTable;
  autoridad_estado: AutoridadEstadoTable;
  evento: EventoTable;
  evento_cabeza: EventoCabezaTable;
  llave_plataforma: LlavePlataformaTable;
  idempotencia: IdempotenciaTable;
  logo: LogoTable;
  solicitud: SolicitudTable;
  impuesto_externo: ImpuestoExternoTable;
  fecha_vencimiento: FechaVencimientoTable;
  estadistica: EstadisticaTable;
  estadistica_cambio: EstadisticaCambioTable;
  diario: DiarioTable;
  numero_perdido: NumeroPerdidoTable;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
export type Change<T extends keyof Tables> = Updateable<Tables[T]>;
