// Generated from the files of the features by scripts/generate.ts. Not to be edited.
import * as accesos from './accesos.ts';
import * as aprobacionComercial from './aprobacion-comercial.ts';
import * as aprobaciones from './aprobaciones.ts';
import * as atencion from './atencion.ts';
import * as auditoria from './auditoria.ts';
import * as autoridad from './autoridad.ts';
import * as borradores from './borradores.ts';
import * as catalogo from './catalogo.ts';
import * as certificacion from './certificacion.ts';
import * as clientes from './clientes.ts';
import * as configuracion from './configuracion.ts';
import * as contador from './contador.ts';
import * as contribuyentes from './contribuyentes.ts';
import * as correo from './correo.ts';
import * as demostracion from './demostracion.ts';
import * as dgii from './dgii.ts';
import * as documentos from './documentos.ts';
import * as emision from './emision.ts';
import * as empresa from './empresa.ts';
import * as enlaces from './enlaces.ts';
import * as ensayo from './ensayo.ts';
import * as entregas from './entregas.ts';
import * as eventos from './eventos.ts';
import * as facturas from './facturas.ts';
import * as firmado from './firmado.ts';
import * as importacion from './importacion.ts';
import * as inicio from './inicio.ts';
import * as mapeo from './mapeo.ts';
import * as piloto from './piloto.ts';
import * as plantillas from './plantillas.ts';
import * as procesar from './procesar.ts';
import * as quickbooks from './quickbooks.ts';
import * as receptor from './receptor.ts';
import * as recibidas from './recibidas.ts';
import * as registro from './registro.ts';
import * as reportes from './reportes.ts';
import * as sesion from './sesion.ts';
import * as simulacion from './simulacion.ts';
import * as soporte from './soporte.ts';
import * as tasas from './tasas.ts';
import * as usuarios from './usuarios.ts';
import * as verificar from './verificar.ts';
import * as webhooks from './webhooks.ts';

export {
  accesos,
  aprobacionComercial,
  aprobaciones,
  atencion,
  auditoria,
  autoridad,
  borradores,
  catalogo,
  certificacion,
  clientes,
  configuracion,
  contador,
  contribuyentes,
  correo,
  demostracion,
  dgii,
  documentos,
  emision,
  empresa,
  enlaces,
  ensayo,
  entregas,
  eventos,
  facturas,
  firmado,
  importacion,
  inicio,
  mapeo,
  piloto,
  plantillas,
  procesar,
  quickbooks,
  receptor,
  recibidas,
  registro,
  reportes,
  sesion,
  simulacion,
  soporte,
  tasas,
  usuarios,
  verificar,
  webhooks,
};

/** The refusals of the features. */
export const featureProblems = {
  ...accesos.problems,
  ...aprobacionComercial.problems,
  ...aprobaciones.problems,
  ...autoridad.problems,
  ...borradores.problems,
  ...certificacion.problems,
  ...configuracion.problems,
  ...contador.problems,
  ...contribuyentes.problems,
  ...correo.problems,
  ...demostracion.problems,
  ...dgii.problems,
  ...documentos.problems,
  ...empresa.problems,
  ...enlaces.problems,
  ...entregas.problems,
  ...facturas.problems,
  ...firmado.problems,
  ...importacion.problems,
  ...inicio.problems,
  ...mapeo.problems,
  ...piloto.problems,
  ...procesar.problems,
  ...quickbooks.problems,
  ...receptor.problems,
  ...recibidas.problems,
  ...registro.problems,
  ...reportes.problems,
  ...sesion.problems,
  ...simulacion.problems,
  ...tasas.problems,
  ...usuarios.problems,
  ...webhooks.problems,
};

/** The kinds of events of the features. */
export const featureKinds = {
  ...accesos.kinds,
  ...aprobacionComercial.kinds,
  ...aprobaciones.kinds,
  ...auditoria.kinds,
  ...certificacion.kinds,
  ...clientes.kinds,
  ...configuracion.kinds,
  ...contador.kinds,
  ...contribuyentes.kinds,
  ...correo.kinds,
  ...demostracion.kinds,
  ...documentos.kinds,
  ...emision.kinds,
  ...empresa.kinds,
  ...enlaces.kinds,
  ...facturas.kinds,
  ...firmado.kinds,
  ...inicio.kinds,
  ...mapeo.kinds,
  ...piloto.kinds,
  ...procesar.kinds,
  ...quickbooks.kinds,
  ...receptor.kinds,
  ...recibidas.kinds,
  ...registro.kinds,
  ...reportes.kinds,
  ...sesion.kinds,
  ...simulacion.kinds,
  ...soporte.kinds,
  ...tasas.kinds,
  ...usuarios.kinds,
  ...webhooks.kinds,
};

/** The examples of the features. */
export const featureExamples = {
  ...atencion.examples,
  ...certificacion.examples,
  ...configuracion.examples,
  ...contribuyentes.examples,
  ...dgii.examples,
  ...empresa.examples,
  ...enlaces.examples,
  ...facturas.examples,
  ...firmado.examples,
  ...mapeo.examples,
  ...piloto.examples,
  ...procesar.examples,
  ...recibidas.examples,
  ...reportes.examples,
  ...simulacion.examples,
};
