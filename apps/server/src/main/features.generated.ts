// Generated from the files of the features by scripts/generate.ts. Not to be edited.
import { accesosRoutes } from '../features/accesos/routes.ts';
import { aprobacionComercialRoutes } from '../features/aprobacion-comercial/routes.ts';
import { aprobacionesRoutes } from '../features/aprobaciones/routes.ts';
import { atencionRoutes } from '../features/atencion/routes.ts';
import { auditoriaRoutes } from '../features/auditoria/routes.ts';
import { autoridadRoutes } from '../features/autoridad/routes.ts';
import { borradoresRoutes } from '../features/borradores/routes.ts';
import { jobs as catalogoJobs } from '../features/catalogo/jobs.ts';
import { catalogoRoutes } from '../features/catalogo/routes.ts';
import { certificacionRoutes } from '../features/certificacion/routes.ts';
import { clientesRoutes } from '../features/clientes/routes.ts';
import { jobs as configuracionJobs } from '../features/configuracion/jobs.ts';
import { configuracionRoutes } from '../features/configuracion/routes.ts';
import { contadorRoutes } from '../features/contador/routes.ts';
import { jobs as contribuyentesJobs } from '../features/contribuyentes/jobs.ts';
import { contribuyentesRoutes } from '../features/contribuyentes/routes.ts';
import { jobs as correoJobs } from '../features/correo/jobs.ts';
import { correoRoutes } from '../features/correo/routes.ts';
import { demostracionRoutes } from '../features/demostracion/routes.ts';
import { dgiiRoutes } from '../features/dgii/routes.ts';
import { documentosRoutes } from '../features/documentos/routes.ts';
import { jobs as emisionJobs } from '../features/emision/jobs.ts';
import { emisionRoutes } from '../features/emision/routes.ts';
import { empresaRoutes } from '../features/empresa/routes.ts';
import { enlacesRoutes } from '../features/enlaces/routes.ts';
import { ensayoRoutes } from '../features/ensayo/routes.ts';
import { jobs as entregasJobs } from '../features/entregas/jobs.ts';
import { entregasRoutes } from '../features/entregas/routes.ts';
import { eventosRoutes } from '../features/eventos/routes.ts';
import { facturasRoutes } from '../features/facturas/routes.ts';
import { firmadoRoutes } from '../features/firmado/routes.ts';
import { jobs as importacionJobs } from '../features/importacion/jobs.ts';
import { importacionRoutes } from '../features/importacion/routes.ts';
import { inicioRoutes } from '../features/inicio/routes.ts';
import { mapeoRoutes } from '../features/mapeo/routes.ts';
import { jobs as pilotoJobs } from '../features/piloto/jobs.ts';
import { pilotoRoutes } from '../features/piloto/routes.ts';
import { plantillasRoutes } from '../features/plantillas/routes.ts';
import { jobs as procesarJobs } from '../features/procesar/jobs.ts';
import { procesarRoutes } from '../features/procesar/routes.ts';
import { quickbooksRoutes } from '../features/quickbooks/routes.ts';
import { receptorRoutes } from '../features/receptor/routes.ts';
import { jobs as recibidasJobs } from '../features/recibidas/jobs.ts';
import { recibidasRoutes } from '../features/recibidas/routes.ts';
import { jobs as reportesJobs } from '../features/reportes/jobs.ts';
import { reportesRoutes } from '../features/reportes/routes.ts';
import { sesionRoutes } from '../features/sesion/routes.ts';
import { simulacionRoutes } from '../features/simulacion/routes.ts';
import { soporteRoutes } from '../features/soporte/routes.ts';
import { tasasRoutes } from '../features/tasas/routes.ts';
import { usuariosRoutes } from '../features/usuarios/routes.ts';
import { verificarRoutes } from '../features/verificar/routes.ts';
import { jobs as webhooksJobs } from '../features/webhooks/jobs.ts';
import { webhooksRoutes } from '../features/webhooks/routes.ts';

/** Serves the calls of each feature. */
export const featureRoutes = {
  accesos: accesosRoutes,
  aprobacionComercial: aprobacionComercialRoutes,
  aprobaciones: aprobacionesRoutes,
  atencion: atencionRoutes,
  auditoria: auditoriaRoutes,
  autoridad: autoridadRoutes,
  borradores: borradoresRoutes,
  catalogo: catalogoRoutes,
  certificacion: certificacionRoutes,
  clientes: clientesRoutes,
  configuracion: configuracionRoutes,
  contador: contadorRoutes,
  contribuyentes: contribuyentesRoutes,
  correo: correoRoutes,
  demostracion: demostracionRoutes,
  dgii: dgiiRoutes,
  documentos: documentosRoutes,
  emision: emisionRoutes,
  empresa: empresaRoutes,
  enlaces: enlacesRoutes,
  ensayo: ensayoRoutes,
  entregas: entregasRoutes,
  eventos: eventosRoutes,
  facturas: facturasRoutes,
  firmado: firmadoRoutes,
  importacion: importacionRoutes,
  inicio: inicioRoutes,
  mapeo: mapeoRoutes,
  piloto: pilotoRoutes,
  plantillas: plantillasRoutes,
  procesar: procesarRoutes,
  quickbooks: quickbooksRoutes,
  receptor: receptorRoutes,
  recibidas: recibidasRoutes,
  reportes: reportesRoutes,
  sesion: sesionRoutes,
  simulacion: simulacionRoutes,
  soporte: soporteRoutes,
  tasas: tasasRoutes,
  usuarios: usuariosRoutes,
  verificar: verificarRoutes,
  webhooks: webhooksRoutes,
};

/** Makes the handlers of the jobs of each feature. */
export const featureJobs = {
  catalogo: catalogoJobs,
  configuracion: configuracionJobs,
  contribuyentes: contribuyentesJobs,
  correo: correoJobs,
  emision: emisionJobs,
  entregas: entregasJobs,
  importacion: importacionJobs,
  piloto: pilotoJobs,
  procesar: procesarJobs,
  recibidas: recibidasJobs,
  reportes: reportesJobs,
  webhooks: webhooksJobs,
};
