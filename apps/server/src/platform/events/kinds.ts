import { cuantos, type Estado, estadoNombre, featureKinds, type Kinds, nombreDeRol } from '@timbre/contract';

/** How an annulment of unused numbers ended. */
const outcomeWords: Readonly<Record<string, string>> = {
  aceptado: 'aceptada',
  aceptado_condicional: 'aceptada con excepciones',
  rechazado: 'rechazada: los números vuelven a poder emitirse',
  sin_confirmar: 'sin confirmar',
};

/**
 * Every kind of event. `documento`, `importacion`, `autoridad` and `configuracion` are sent to the company's open
 * screens, with `datos` as the contract declares; all others are only in the record. A kind of
 * one feature alone is in the contract's file of that feature.
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
  'numeros.anulados': {
    grupo: 'secuencia',
    frase: (d) => `Anuló ${cuantos(d.cantidad, 'número', 'números')} sin usar: ${d.desde} a ${d.hasta}`,
  },
  'anulacion.respondida': {
    grupo: 'secuencia',
    frase: (d) => `La anulación de ${d.desde} a ${d.hasta} quedó ${outcomeWords[String(d.estado)]}`,
  },
  'anulacion.asentada': {
    grupo: 'secuencia',
    frase: (d) =>
      `Registró que la DGII ${d.anulados ? 'anuló' : 'no anuló'} los números de ${d.desde} a ${d.hasta}, visto en su portal`,
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
  'sesion.rechazada': { grupo: 'sesion', frase: () => 'Se intentó entrar con una contraseña incorrecta' },
  'sesion.codigo_rechazado': {
    grupo: 'sesion',
    frase: () => 'Se intentó entrar con la contraseña correcta y un código incorrecto',
  },
  'clave.usada': { grupo: 'clave', frase: ({ ultimos }) => `Primer uso del día de la API Key terminada en ${ultimos}` },
  'usuario.aceptado': { grupo: 'usuario', frase: ({ rol: de }) => `Aceptó la invitación (${nombreDeRol(de)})` },
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
  'dos_pasos.recuperacion': {
    grupo: 'usuario',
    frase: ({ quedan }) => `Usó un código de recuperación; le ${quedan === 1 ? 'queda 1' : `quedan ${quedan}`}`,
  },
  configuracion: { grupo: 'configuracion', frase: ({ que }) => `Cambió la configuración (${que})` },
  ...featureKinds,
} as const satisfies Kinds;

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
