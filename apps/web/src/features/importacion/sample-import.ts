import type { importacion, ResumenDocumento } from '@timbre/contract';

/** A document of a test import, with the given fields. */
export const documento = (part: Partial<ResumenDocumento> & { id: string }): ResumenDocumento => ({
  tipo: '31',
  esRFCE: false,
  eNCF: 'E310000000001',
  fecha: '21-11-2026',
  monto: '118.00',
  estado: 'pendiente',
  trackId: null,
  esperaA: null,
  rncEmisor: '199000005',
  rncComprador: null,
  razonSocialComprador: null,
  fila: 2,
  secuenciaUtilizada: null,
  mensajes: [],
  errores: [],
  ...part,
});

/** A test import with the given documents. */
export const importOf = (
  documentos: ResumenDocumento[],
  enCurso = { firmar: 0, enviar: 0 },
): importacion.Importacion => ({
  id: 'i1',
  archivo: 'libro.xlsx',
  creada: '2026-11-21T13:41:07Z',
  estado: 'listo',
  pasos: (['readingFile', 'parsingData', 'generatingXML'] as const).map((nombre) => ({
    nombre,
    estado: 'completado',
    hechos: documentos.length,
    total: documentos.length,
  })),
  totales: {
    total: 0,
    ecf: 0,
    rfce: 0,
    conErrores: 0,
    firmados: 0,
    enviados: 0,
    pendientes: 0,
    aceptados: 0,
    rechazados: 0,
    sinConfirmar: 0,
  },
  enCurso,
  errores: [],
  avisos: [],
  cuentas: [],
  enEspera: 0,
  faltas: [],
  emisores: [],
  ensayados: 0,
  masErrores: 0,
  masAvisos: 0,
  documentos,
});
