import type { Ambiente, empresa, Rol } from '@timbre/contract';
import type { Alcance } from '@timbre/route';
import type { ColumnType, Generated } from 'kysely';
import type { JsonDefault } from '../../platform/db/schema.ts';

type DatosEmpresa = empresa.DatosEmpresa;

/** State of a request. */
type EstadoDeSolicitud = 'pendiente' | 'aprobada' | 'rechazada' | 'retirada';

/** The tables of this room, declared in the schema of all queries. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    empresa: EmpresaTable;
    persona: PersonaTable;
    membresia: MembresiaTable;
    registro: RegistroTable;
    sesion: SesionTable;
    clave_api: ClaveApiTable;
    certificado: CertificadoTable;
    llave_plataforma: LlavePlataformaTable;
    solicitud: SolicitudTable;
    enlace: EnlaceTable;
    token_autoridad: TokenAutoridadTable;
    organizacion: OrganizacionTable;
    organizacion_miembro: OrganizacionMiembroTable;
    organizacion_cliente: OrganizacionClienteTable;
  }
}

interface EmpresaTable {
  id: string;
  rnc: string;
  razon_social: string;
  datos: JsonDefault<DatosEmpresa>;
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
  /** The organisation whose access this is; null for a person of the company. */
  organizacion_id: string | null;
}

interface OrganizacionTable {
  id: string;
  tipo: 'despacho' | 'socio';
  nombre: string;
  creada: Date;
}

interface OrganizacionMiembroTable {
  organizacion_id: string;
  id: string;
  nombre: string;
  /** In lower case. */
  correo: string;
  rol: 'administrador' | 'miembro';
  /** Null until they entered the code. */
  persona_id: string | null;
  invitacion_hmac: Buffer | null;
  invitacion_vence: Date | null;
  creado: Date;
}

interface OrganizacionClienteTable {
  organizacion_id: string;
  id: string;
  rnc: string;
  nombre: string;
  estado: 'pendiente' | 'aceptada' | 'terminada';
  codigo_hmac: Buffer | null;
  responsable_id: string | null;
  pedida: Date;
  pedida_por: string;
  resuelta: Date | null;
  resuelta_por: string | null;
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
  datos: JsonDefault<DatosEmpresa>;
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
  alcances: ColumnType<Alcance[], Alcance[] | undefined, Alcance[]>;
  creada: Date;
  ultimo_uso: Date | null;
  revocada: Date | null;
}

interface TokenAutoridadTable {
  empresa_id: string;
  hmac: Buffer;
  /** Digest of the key that obtained it. */
  titular: Buffer;
  es_sesion: boolean;
  expira: Date;
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

interface LlavePlataformaTable {
  id: number;
  envuelta: Buffer;
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

interface EnlaceTable {
  hmac: Buffer;
  persona_id: string;
  creado: Date;
  vence: Date;
}
