import { displayAmbiente, type Estado, estadoNombre, type Rol, rolNombre } from '@timbre/contract/tables';
import { displayFecha } from '@timbre/values';
import { deviceOf } from '../../lib/device.ts';
import { formatMoment } from '../../lib/format.ts';

/** Fields that the line of an entry already shows, or that are useful only to programs. */
const leftOut: ReadonlySet<string> = new Set([
  'por',
  'ip',
  'documento',
  'version',
  'que',
  'importacionId',
  'formato',
  'comprobantes',
]);

/** The Spanish names of the data of an entry. */
const nombres: Readonly<Record<string, string>> = {
  activo: 'Activo',
  agregarFechaHoraFirma: 'Con fecha y hora de firma',
  ambiente: 'Ambiente',
  antes: 'Antes',
  archivo: 'Archivo',
  buscar: 'Búsqueda',
  bytes: 'Tamaño en bytes',
  campo: 'Campo',
  campos: 'Campos',
  correo: 'Correo',
  descripcion: 'Descripción',
  desde: 'Desde',
  deshabilitados: 'Deshabilitados',
  diario: 'Diario de emisión',
  dispositivo: 'Dispositivo',
  eNCF: 'eNCF',
  entradas: 'Entradas',
  estado: 'Estado',
  fecha: 'Fecha',
  fechaDesde: 'Desde',
  fechaHasta: 'Hasta',
  grupo: 'Grupo',
  habilitados: 'Habilitados',
  hasta: 'Hasta',
  huella: 'Huella SHA-256',
  id: 'ID',
  idExterno: 'ID externo',
  motivo: 'Motivo',
  nota: 'Nota',
  nuevoAmbiente: 'Ambiente solicitado',
  numeros: 'Números',
  perdidos: 'Diarios perdidos',
  prefijo: 'Prefijo',
  quedan: 'Quedan',
  quien: 'Quién',
  razonSocial: 'Razón social',
  rnc: 'RNC',
  rncEmisor: 'RNC emisor',
  rol: 'Rol',
  secuenciaUtilizada: 'Número utilizado',
  seleccionadas: 'Seleccionadas',
  segundoFactor: 'Segundo paso',
  serie: 'Serie',
  series: 'Series',
  sesiones: 'Sesiones',
  siguiente: 'Siguiente',
  tipo: 'Tipo',
  titular: 'Titular',
  trackId: 'Track ID',
  ultimos: 'Últimos caracteres',
  usuario: 'Usuario',
  vence: 'Vence',
};

/** How some of the values are formatted. */
const values: Readonly<Record<string, (value: string) => string>> = {
  ambiente: displayAmbiente,
  nuevoAmbiente: displayAmbiente,
  dispositivo: (value) => `${deviceOf(value)} (${value})`,
  estado: (value) => estadoNombre[value as Estado] ?? value,
  fecha: displayFecha,
  fechaDesde: displayFecha,
  fechaHasta: displayFecha,
  vence: displayFecha,
  rol: (value) => rolNombre[value as Rol]?.nombre ?? value,
};

/** Returns the data of an entry as names and texts. */
export function detailsOf(datos: unknown): [name: string, value: string][] {
  if (typeof datos !== 'object' || datos === null) return [];
  return Object.entries(datos)
    .filter(([name, value]) => !leftOut.has(name) && value !== null && value !== '')
    .map(([name, value]) => [nombres[name] ?? name, textOf(name, value)]);
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || 'Ninguno';
  if (typeof value !== 'string') return JSON.stringify(value);
  const written = values[name];
  if (written) return written(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatMoment(value) : value;
}
