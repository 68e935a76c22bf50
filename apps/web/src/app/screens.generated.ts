// Generated from the files of the features by scripts/generate.ts. Not to be edited.
import { screen as accesos } from '../features/accesos/screen.ts';
import { screen as aprobaciones } from '../features/aprobaciones/screen.ts';
import { screen as auditoria } from '../features/auditoria/screen.ts';
import { screen as borradores } from '../features/borradores/screen.ts';
import { screen as certificacion } from '../features/certificacion/screen.ts';
import { screen as clientes } from '../features/clientes/screen.ts';
import { screen as configuracion } from '../features/configuracion/screen.ts';
import { screen as contador } from '../features/contador/screen.ts';
import { screen as contribuyentes } from '../features/contribuyentes/screen.ts';
import { screen as dgii } from '../features/dgii/screen.ts';
import { screen as facturas } from '../features/facturas/screen.ts';
import { screen as firmado } from '../features/firmado/screen.ts';
import { screen as importacion } from '../features/importacion/screen.ts';
import { screen as inicio } from '../features/inicio/screen.ts';
import { screen as mapeo } from '../features/mapeo/screen.ts';
import { screen as procesar } from '../features/procesar/screen.ts';
import { screen as recibidas } from '../features/recibidas/screen.ts';
import { screen as registro } from '../features/registro/screen.ts';
import { screen as reportes } from '../features/reportes/screen.ts';
import { screen as tasas } from '../features/tasas/screen.ts';
import { screen as usuarios } from '../features/usuarios/screen.ts';

/** The screen of each feature that has one. */
export const screens = {
  accesos,
  aprobaciones,
  auditoria,
  borradores,
  certificacion,
  clientes,
  configuracion,
  contador,
  contribuyentes,
  dgii,
  facturas,
  firmado,
  importacion,
  inicio,
  mapeo,
  procesar,
  recibidas,
  registro,
  reportes,
  tasas,
  usuarios,
};

/** Their routes. */
export const screenRoutes = {
  accesos: accesos.route,
  aprobaciones: aprobaciones.route,
  auditoria: auditoria.route,
  borradores: borradores.route,
  certificacion: certificacion.route,
  clientes: clientes.route,
  configuracion: configuracion.route,
  contador: contador.route,
  contribuyentes: contribuyentes.route,
  dgii: dgii.route,
  facturas: facturas.route,
  firmado: firmado.route,
  importacion: importacion.route,
  inicio: inicio.route,
  mapeo: mapeo.route,
  procesar: procesar.route,
  recibidas: recibidas.route,
  registro: registro.route,
  reportes: reportes.route,
  tasas: tasas.route,
  usuarios: usuarios.route,
};
