export { byteOrderMark, csvLine } from './csv.ts';
export type { Decimal } from './decimal.ts';
export {
  abs,
  add,
  compare,
  decimal,
  divide,
  formatDecimal,
  formatMonto,
  integer,
  isNegative,
  isZero,
  mul,
  neg,
  parseDecimal,
  round,
  sub,
  sum,
  zero,
} from './decimal.ts';
export type { ENCF, ENCFParts, TipoECF } from './encf.ts';
export { formatENCF, isTipoECF, mostSequence, parseENCF, tiposECF } from './encf.ts';
export { rateFault } from './exchange-rate.ts';
export type { Fecha, Periodo } from './fecha.ts';
export {
  addDays,
  addMonths,
  compareFecha,
  daysBetween,
  displayFecha,
  firstDay,
  formatFecha,
  formatFechaHora,
  formatISODate,
  isLateNote,
  lastDay,
  meantFecha,
  meantFechaHora,
  parseFecha,
  parseFechaHora,
  parseISODate,
  parsePeriodo,
  periodoOf,
} from './fecha.ts';
export { plainDigits, plainNumber } from './plain-number.ts';
export type { Sentido } from './sentido.ts';
export { clasesDeComprobante, esCompraPropia, esNota, resta, sentidoDe } from './sentido.ts';
export type { RNC } from './tax-id.ts';
export { cedulaCheckDigitHolds, cedulaWithoutZeros, formatTaxId, parseRNC, rncCheckDigitHolds } from './tax-id.ts';
export { isUnkeepable, keepable } from './unkeepable.ts';
export type { Notation } from './written-amount.ts';
export { isForeignMark, isPeso, readAmount } from './written-amount.ts';
export { readBoolean } from './written-boolean.ts';
export type { DateCells } from './written-date.ts';
export { readDate } from './written-date.ts';
export { findHeaders, type HeaderSearch, type Headers } from './written-headers.ts';
export { isLegacyNCF, normalNCF, readNCF } from './written-ncf.ts';
export { bareTaxId, lostDigits, readTaxId, zerosAdvice } from './written-tax-id.ts';
export type { Reading } from './written-text.ts';
export { bareText, hidesSomething, isCellError, quoted, readText, unseenIn } from './written-text.ts';
export { readWhole } from './written-whole.ts';
