import {
  type Ambiente,
  ambienteVisible,
  type Estado,
  estadoNombre,
  type GrupoDeAuditoria,
  type Rol,
  rolNombre,
} from '@timbre/contract';
import { displayFecha } from '@timbre/values';

/** The data of an entry, of any kind. */
type Datos = Readonly<Record<string, unknown>>;

interface Kind {
  readonly grupo: GrupoDeAuditoria;
  /** The event as a sentence, for readers of the record. */
  frase(datos: Datos): string;
}

const ambiente = (text: unknown) => ambienteVisible[text as Ambiente];
const rol = (text: unknown) => rolNombre[text as Rol].nombre;
const fecha = (d: Datos) => `${displayFecha(String(d.fecha))} de las secuencias ${d.serie}${d.tipo}`;
const rango = (d: Datos) => `${d.prefijo} del ${d.desde} al ${d.hasta} en ${ambiente(d.ambiente)}`;
const cuantos = (n: unknown, uno: string, varios: string) => (n === 1 ? `1 ${uno}` : `${n} ${varios}`);

/**
 * Every kind of event. `documento`, `importacion`, `autoridad` and `configuracion` are sent to the company's open
 * screens, with `datos` as the contract declares; all others are only in the record.
 */
export const kinds = {
  documento: {
    grupo: 'documento',
    frase: ({ eNCF, documento }) =>
      `${eNCF ?? 'Un comprobante'} pasó a ${estadoNombre[(documento as { estado: Estado }).estado]}`,
  },
  importacion: { grupo: 'documento', frase: () => 'Cambió una importación de Excel' },
  autoridad: { grupo: 'documento', frase: () => 'Cambió el estado de la DGII' },
  'documento.asentado': {
    grupo: 'documento',
    frase: (d) =>
      `Registró la respuesta de la DGII para ${d.eNCF}, vista en su portal: ${estadoNombre[d.estado as Estado]}${d.nota ? ` («${d.nota}»)` : ''}`,
  },
  'numeros.conciliados': {
    grupo: 'secuencia',
    frase: ({ tipo, numeros }) =>
      `Se concilió con la DGII: ${cuantos((numeros as unknown[]).length, 'número', 'números')} del tipo ${tipo}`,
  },
  'diario.nuevo': {
    grupo: 'secuencia',
    frase: () => 'Se inició un diario de emisión nuevo con números ya emitidos',
  },
  'diario.rehecho': {
    grupo: 'secuencia',
    frase: ({ perdidos }) =>
      `Se confirmó la pérdida de ${cuantos(perdidos, 'diario de emisión', 'diarios de emisión')}`,
  },
  'numeros.perdidos': {
    grupo: 'secuencia',
    frase: ({ series }) =>
      `La base de datos perdió números ya emitidos: ${cuantos((series as unknown[]).length, 'serie', 'series')} en cuarentena`,
  },
  'secuencia.registrada': {
    grupo: 'secuencia',
    frase: (d) => `Registró el rango del ${d.desde} al ${d.hasta} del tipo ${d.tipo} en ${ambiente(d.ambiente)}`,
  },
  'secuencia.eliminada': { grupo: 'secuencia', frase: (d) => `Eliminó el rango ${rango(d)}` },
  'rango.registrado': { grupo: 'secuencia', frase: (d) => `Registró el rango de notas de crédito ${rango(d)}` },
  'rango.modificado': {
    grupo: 'secuencia',
    frase: (d) =>
      `Modificó el rango de notas de crédito ${rango(d)}: sigue el ${d.siguiente}${d.activo ? '' : ', sin usarse'}`,
  },
  'sesion.iniciada': { grupo: 'sesion', frase: () => 'Inició sesión' },
  'sesion.rechazada': { grupo: 'sesion', frase: () => 'Se intentó entrar con una contraseña incorrecta' },
  'sesion.codigo_rechazado': {
    grupo: 'sesion',
    frase: () => 'Se intentó entrar con la contraseña correcta y un código incorrecto',
  },
  'sesion.cerrada': { grupo: 'sesion', frase: ({ sesiones }) => `Cerró ${cuantos(sesiones, 'sesión', 'sesiones')}` },
  'sesion.dejada': { grupo: 'sesion', frase: () => 'Cambió a otra empresa' },
  'sesion.cambiada': { grupo: 'sesion', frase: () => 'Inició sesión desde otra empresa' },
  'clave.creada': { grupo: 'clave', frase: ({ ultimos }) => `Generó la API Key terminada en ${ultimos}` },
  'clave.usada': { grupo: 'clave', frase: ({ ultimos }) => `Primer uso del día de la API Key terminada en ${ultimos}` },
  'clave.eliminada': { grupo: 'clave', frase: ({ ultimos }) => `Eliminó la API Key terminada en ${ultimos}` },
  'secreto.creado': { grupo: 'clave', frase: ({ ultimos }) => `Generó la Secret Key terminada en ${ultimos}` },
  'secreto.validado': { grupo: 'clave', frase: () => 'Validó la Secret Key' },
  'secreto.rechazado': { grupo: 'clave', frase: () => 'Escribió una Secret Key incorrecta' },
  'certificado.cargado': { grupo: 'certificado', frase: ({ titular }) => `Cargó el certificado digital de ${titular}` },
  'usuario.creado': { grupo: 'usuario', frase: (d) => `Creó el usuario ${d.usuario} (${rol(d.rol)})` },
  'usuario.aceptado': { grupo: 'usuario', frase: ({ rol: de }) => `Aceptó la invitación (${rol(de)})` },
  'usuario.rol': {
    grupo: 'usuario',
    frase: (d) => `Cambió el rol de ${d.usuario}: de ${rol(d.antes)} a ${rol(d.rol)}`,
  },
  'usuario.eliminado': { grupo: 'usuario', frase: ({ usuario }) => `Eliminó el usuario ${usuario}` },
  'usuario.contrasena': { grupo: 'usuario', frase: ({ usuario }) => `Cambió la contraseña de ${usuario}` },
  'usuario.contrasena_confirmada': { grupo: 'usuario', frase: () => 'Confirmó su contraseña' },
  'usuario.contrasena_rechazada': {
    grupo: 'usuario',
    frase: () => 'Escribió una contraseña incorrecta al confirmarla',
  },
  'usuario.codigo_rechazado': {
    grupo: 'usuario',
    frase: () => 'Escribió un código incorrecto al confirmar su contraseña',
  },
  'usuario.dos_pasos': {
    grupo: 'usuario',
    frase: ({ usuario }) => `Restableció la verificación en dos pasos de ${usuario}`,
  },
  'dos_pasos.activado': { grupo: 'usuario', frase: () => 'Activó la verificación en dos pasos' },
  'dos_pasos.desactivado': { grupo: 'usuario', frase: () => 'Desactivó la verificación en dos pasos' },
  'dos_pasos.codigos': { grupo: 'usuario', frase: () => 'Generó códigos de recuperación nuevos' },
  'dos_pasos.recuperacion': {
    grupo: 'usuario',
    frase: ({ quedan }) => `Usó un código de recuperación; le ${quedan === 1 ? 'queda 1' : `quedan ${quedan}`}`,
  },
  'certificado.descargado': {
    grupo: 'certificado',
    frase: ({ archivo }) => `Descargó el certificado digital ${archivo}`,
  },
  'ambiente.solicitado': {
    grupo: 'ambiente',
    frase: (d) => `Pidió pasar de ${ambiente(d.ambiente)} a ${ambiente(d.nuevoAmbiente)}`,
  },
  'accesos.cambiados': {
    grupo: 'acceso',
    frase: ({ habilitados, deshabilitados }) =>
      [
        ['Habilitó', habilitados],
        ['Deshabilitó', deshabilitados],
      ]
        .flatMap(([verb, names]) =>
          (names as string[]).length === 0 ? [] : `${verb} ${(names as string[]).join(', ')}`,
        )
        .join('. '),
  },
  'ambiente.cambiado': {
    grupo: 'ambiente',
    frase: (d) => `Cambió el ambiente de ${ambiente(d.antes)} a ${ambiente(d.ambiente)}`,
  },
  'ambiente.aprobado': {
    grupo: 'ambiente',
    frase: (d) => `Aprobó el cambio de ambiente de ${ambiente(d.antes)} a ${ambiente(d.ambiente)}`,
  },
  'ambiente.rechazado': {
    grupo: 'ambiente',
    frase: (d) => `Rechazó el cambio de ambiente a ${ambiente(d.ambiente)}${d.motivo ? `: ${d.motivo}` : ''}`,
  },
  'ambiente.retirado': { grupo: 'ambiente', frase: (d) => `Retiró su solicitud de pasar a ${ambiente(d.ambiente)}` },
  'empresa.registrada': { grupo: 'empresa', frase: (d) => `Registró la empresa ${d.razonSocial}, con ${d.correo}` },
  'empresa.pedida': { grupo: 'empresa', frase: ({ razonSocial }) => `Pidió registrar la empresa ${razonSocial}` },
  'empresa.repetida': { grupo: 'empresa', frase: () => 'Pidió un registro cuyo RNC o correo ya estaba registrado' },
  'empresa.aprobada': { grupo: 'empresa', frase: ({ razonSocial }) => `Aprobó el registro de ${razonSocial}` },
  'empresa.rechazada': {
    grupo: 'empresa',
    frase: (d) => `Rechazó el registro de ${d.razonSocial}, pedido por ${d.correo}${d.motivo ? `: ${d.motivo}` : ''}`,
  },
  'empresa.retirada': {
    grupo: 'empresa',
    frase: ({ razonSocial }) => `Retiró su solicitud de registrar la empresa ${razonSocial}`,
  },
  'empresa.modificada': {
    grupo: 'empresa',
    frase: ({ campos }) => `Modificó los datos de la empresa: ${(campos as string[]).join(', ')}`,
  },
  'configuracion.logo': { grupo: 'configuracion', frase: () => 'Cambió el logo de la empresa' },
  'configuracion.id_externo': {
    grupo: 'configuracion',
    frase: (d) => `Cambió el ID externo de «${d.antes}» a «${d.idExterno}»`,
  },
  'configuracion.campos_pdf': {
    grupo: 'configuracion',
    frase: ({ campo }) => `Eligió ${campo} como nombre del producto en la representación impresa`,
  },
  'impuesto.creado': { grupo: 'configuracion', frase: (d) => `Asignó el ID de impuesto ${d.id} a ${d.descripcion}` },
  'impuesto.modificado': {
    grupo: 'configuracion',
    frase: (d) => `Cambió el ID de impuesto ${d.id}: ahora es ${d.descripcion}`,
  },
  'impuesto.eliminado': { grupo: 'configuracion', frase: (d) => `Eliminó el ID de impuesto ${d.id}` },
  'fecha.asignada': { grupo: 'secuencia', frase: (d) => `Asignó la fecha ${fecha(d)}` },
  'fecha.activada': { grupo: 'secuencia', frase: (d) => `Activó la fecha ${fecha(d)}` },
  'fecha.desactivada': { grupo: 'secuencia', frase: (d) => `Desactivó la fecha ${fecha(d)}` },
  'fecha.eliminada': { grupo: 'secuencia', frase: (d) => `Eliminó la fecha ${fecha(d)}` },
  'auditoria.exportada': {
    grupo: 'auditoria',
    frase: (d) => `Descargó la auditoría: ${cuantos(d.entradas, 'entrada', 'entradas')}`,
  },
  configuracion: { grupo: 'configuracion', frase: ({ que }) => `Cambió la configuración (${que})` },
} as const satisfies Record<string, Kind>;

/** A kind of event: a key of {@link kinds}. */
export type EventKind = keyof typeof kinds;

/** Kinds about the state of documents: most of a record. All other kinds have their own index (`evento_actos`). */
export const ofDocuments: readonly EventKind[] = ['documento', 'importacion', 'autoridad'];

/**
 * The series in which an entry is numbered for readers: acts of people, movements of documents. Entries that only refresh
 * screens are not shown and have no number.
 */
export function seriesOf(tipo: EventKind): 'actos' | 'movimientos' | undefined {
  if (tipo === 'configuracion') return undefined;
  return ofDocuments.includes(tipo) ? 'movimientos' : 'actos';
}
