// Generated from the files of the features by scripts/generate.ts. Not to be edited.
import * as accesos from './accesos.ts';
import * as aprobaciones from './aprobaciones.ts';
import * as auditoria from './auditoria.ts';
import * as autoridad from './autoridad.ts';
import * as clientes from './clientes.ts';
import * as configuracion from './configuracion.ts';
import * as documentos from './documentos.ts';
import * as emision from './emision.ts';
import * as empresa from './empresa.ts';
import * as facturas from './facturas.ts';
import * as firma from './firma.ts';
import * as importacion from './importacion.ts';
import * as inicio from './inicio.ts';
import * as registro from './registro.ts';
import * as sesion from './sesion.ts';
import * as usuarios from './usuarios.ts';

export {
  accesos,
  aprobaciones,
  auditoria,
  autoridad,
  clientes,
  configuracion,
  documentos,
  emision,
  empresa,
  facturas,
  firma,
  importacion,
  inicio,
  registro,
  sesion,
  usuarios,
};

/** The refusals of the features. */
export const featureProblems = {
  ...accesos.problems,
  ...aprobaciones.problems,
  ...autoridad.problems,
  ...configuracion.problems,
  ...documentos.problems,
  ...empresa.problems,
  ...importacion.problems,
  ...inicio.problems,
  ...registro.problems,
  ...sesion.problems,
  ...usuarios.problems,
};

/** The kinds of events of the features. */
export const featureKinds = {
  ...accesos.kinds,
  ...aprobaciones.kinds,
  ...auditoria.kinds,
  ...clientes.kinds,
  ...configuracion.kinds,
  ...empresa.kinds,
  ...inicio.kinds,
  ...registro.kinds,
  ...sesion.kinds,
  ...usuarios.kinds,
};

/** The examples of the features. */
export const featureExamples = {
  ...configuracion.examples,
  ...empresa.examples,
  ...facturas.examples,
};
