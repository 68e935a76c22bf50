import { significadoDGII } from './significados-dgii.ts';

const deDocumento = /^(?:ECF|RFCE|ACECF|ARECF|ANECF|XSD|ESTRICTO|EXCEL|LIBRO|JSON|ENVIO|ENSAYO)-[A-Z0-9-]+$/;
/** Of the fiscal reports: their own number stands first; of the documents of QuickBooks that they do not have. */
const deReporte = /^(?:60[6-9]|IT1|QB)-[A-Z0-9-]+$/;
/** Of the form and the signature of an XML; `xml/invalido` is a refusal of the platform. */
const deXml = /^(?:firma|xml)\/(?!invalido$)[a-z0-9-]+$/;

/**
 * Whether a code of a fault, a verdict or a report has an article of its own, without the articles: the DGII's general code has none
 * that says more than its message.
 *
 * @param codigo as the server gives it
 */
export const explica = (codigo: string): boolean =>
  deDocumento.test(codigo) || deReporte.test(codigo) || deXml.test(codigo) || significadoDGII(codigo) !== undefined;

/**
 * Gives the part of an address that names a code: the slash of a refusal would divide the address.
 *
 * @param codigo such as `ECF-RNC-01`, `614`, `secuencia/agotada`
 */
export const parteDe = (codigo: string): string => codigo.replace('/', '_');

/**
 * Gives the code that a part of an address names; the opposite of {@link parteDe}.
 *
 * @param parte such as `secuencia_agotada`
 */
export const codigoEn = (parte: string): string => parte.replace('_', '/');

/**
 * Gives the address of the article of a code, whether or not it has one.
 *
 * @param codigo such as `ECF-RNC-01`
 */
export const direccionDe = (codigo: string): string => `/enciclopedia/${encodeURIComponent(parteDe(codigo))}`;
