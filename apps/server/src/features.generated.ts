// Generated from the files of the features by scripts/generate.ts. Not to be edited.
import { accesosRoutes } from './features/accesos/routes.ts';
import { aprobacionesRoutes } from './features/aprobaciones/routes.ts';
import { auditoriaRoutes } from './features/auditoria/routes.ts';
import { autoridadRoutes } from './features/autoridad/routes.ts';
import { clientesRoutes } from './features/clientes/routes.ts';
import { configuracionRoutes } from './features/configuracion/routes.ts';
import { documentosRoutes } from './features/documentos/routes.ts';
import { jobs as emisionJobs } from './features/emision/jobs.ts';
import { emisionRoutes } from './features/emision/routes.ts';
import { empresaRoutes } from './features/empresa/routes.ts';
import { eventosRoutes } from './features/eventos/routes.ts';
import { facturasRoutes } from './features/facturas/routes.ts';
import { firmaRoutes } from './features/firma/routes.ts';
import { jobs as importacionJobs } from './features/importacion/jobs.ts';
import { importacionRoutes } from './features/importacion/routes.ts';
import { inicioRoutes } from './features/inicio/routes.ts';
import { sesionRoutes } from './features/sesion/routes.ts';
import { usuariosRoutes } from './features/usuarios/routes.ts';

/** Serves the calls of each feature. */
export const featureRoutes = {
  accesos: accesosRoutes,
  aprobaciones: aprobacionesRoutes,
  auditoria: auditoriaRoutes,
  autoridad: autoridadRoutes,
  clientes: clientesRoutes,
  configuracion: configuracionRoutes,
  documentos: documentosRoutes,
  emision: emisionRoutes,
  empresa: empresaRoutes,
  eventos: eventosRoutes,
  facturas: facturasRoutes,
  firma: firmaRoutes,
  importacion: importacionRoutes,
  inicio: inicioRoutes,
  sesion: sesionRoutes,
  usuarios: usuariosRoutes,
};

/** Makes the handlers of the jobs of each feature. */
export const featureJobs = {
  emision: emisionJobs,
  importacion: importacionJobs,
};
