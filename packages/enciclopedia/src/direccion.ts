import { significadoDGII } from './significados-dgii.ts';

const deDocumento = /^(?:NORMA|ECF|RFCE|ACECF|ARECF|ANECF|XSD|ESTRICTO|EXCEL|LIBRO|JSON|ENVIO|ENSAYO)-[A-Z0-9-]+$/;
/**
 * Codes of the fiscal reports, which begin with the report, and of the QuickBooks documents that no report includes.
 */
const deReporte = /^(?:60[6-9]|IT1|QB)-[A-Z0-9-]+$/;
/** Codes of the form and the signature of an XML. `xml/invalido` is excluded: it is a refusal of the platform. */
const deXml = /^(?:firma|xml)\/(?!invalido$)[a-z0-9-]+$/;

/**
 * True if a code of a fault, a verdict or a report has an article of its own; decided without loading the articles. The
 * DGII's general code has none that adds anything to its message.
 *
 * @param codigo as the server sends it
 */
export const explica = (codigo: string): boolean =>
  deDocumento.test(codigo) || deReporte.test(codigo) || deXml.test(codigo) || significadoDGII(codigo) !== undefined;

/**
 * Returns the segment of a path that names a code. The slash of a refusal is replaced, because it would divide the
 * path.
 *
 * @param codigo such as `ECF-RNC-01`, `614`, `secuencia/agotada`
 */
export const parteDe = (codigo: string): string => codigo.replace('/', '_');

/**
 * Returns the code that a segment of a path names; the inverse of {@link parteDe}.
 *
 * @param parte such as `secuencia_agotada`
 */
export const codigoEn = (parte: string): string => parte.replace('_', '/');

/**
 * Returns the path of the article of a code, whether or not the article exists.
 *
 * @param codigo such as `ECF-RNC-01`
 */
export const direccionDe = (codigo: string): string => `/enciclopedia/${encodeURIComponent(parteDe(codigo))}`;
