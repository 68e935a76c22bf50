// Every chapter at once: for the search, docs/guia.md and the tests. The screens load one at a time, by contents.generated.ts.
import type { Chapter } from './chapter.ts';
import { chapter as anularNumeros } from './chapters/anular-numeros.ts';
import { chapter as auditoria } from './chapters/auditoria.ts';
import { chapter as ayuda } from './chapters/ayuda.ts';
import { chapter as certificado } from './chapters/certificado.ts';
import { chapter as contador } from './chapters/contador.ts';
import { chapter as correo } from './chapters/correo.ts';
import { chapter as dgii } from './chapters/dgii.ts';
import { chapter as empresa } from './chapters/empresa.ts';
import { chapter as ensayo } from './chapters/ensayo.ts';
import { chapter as entrar } from './chapters/entrar.ts';
import { chapter as excel } from './chapters/excel.ts';
import { chapter as facturas } from './chapters/facturas.ts';
import { chapter as firmado } from './chapters/firmado.ts';
import { chapter as inicio } from './chapters/inicio.ts';
import { chapter as notas } from './chapters/notas.ts';
import { chapter as nuevaFactura } from './chapters/nueva-factura.ts';
import { chapter as piloto } from './chapters/piloto.ts';
import { chapter as plataforma } from './chapters/plataforma.ts';
import { chapter as procesar } from './chapters/procesar.ts';
import { chapter as quickbooks } from './chapters/quickbooks.ts';
import { chapter as recibidas } from './chapters/recibidas.ts';
import { chapter as reportes } from './chapters/reportes.ts';
import { chapter as secuencias } from './chapters/secuencias.ts';
import { chapter as simulacion } from './chapters/simulacion.ts';
import { chapter as sinRespuesta } from './chapters/sin-respuesta.ts';
import { chapter as usuarios } from './chapters/usuarios.ts';
import { chapter as webhooks } from './chapters/webhooks.ts';

/** The chapters of the guide, in order. */
export const chapters: readonly Chapter[] = [
  inicio,
  entrar,
  certificado,
  secuencias,
  nuevaFactura,
  excel,
  facturas,
  correo,
  notas,
  anularNumeros,
  recibidas,
  reportes,
  quickbooks,
  procesar,
  contador,
  empresa,
  usuarios,
  webhooks,
  firmado,
  auditoria,
  ensayo,
  piloto,
  simulacion,
  sinRespuesta,
  dgii,
  ayuda,
  plataforma,
];
