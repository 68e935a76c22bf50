import { ambienteDe, configuracion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { parseENCF, parseISODate } from '@timbre/values';
import type { Static } from 'typebox';
import { readExternalId, readPassword } from '../../domain/companies/company-form.ts';
import type { Form } from '../../platform/http/form.ts';
import { checker, refuseUnkeepable } from '../../platform/input/validation.ts';
import type { Changes } from './service.ts';

/**
 * Reads the form of the General tab.
 *
 * @throws Problem `configuracion/invalida`, `secuencia/invalida`, with the reason
 */
export function readChanges({ fields, files }: Form): Changes {
  const { NuevoAmbiente, PasswordCertificado, RangosENCF } = fields;
  return {
    idExterno: readExternalId(fields.id_externo),
    certificado: files.certificado,
    password: readPassword(PasswordCertificado),
    nuevoAmbiente: NuevoAmbiente ? readAmbiente(NuevoAmbiente) : undefined,
    rangos: RangosENCF ? readRanges(RangosENCF) : [],
  };
}

const readAmbiente = (text: string) =>
  ambienteDe(text) ?? refuse('configuracion/invalida', 'El ambiente debe ser Test, Certificacion o Produccion');

const checkRanges = checker(configuracion.RangosENCF, 'cuerpo', 'RangosENCF');

function readRanges(text: string): Changes['rangos'] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    refuse('configuracion/invalida', 'RangosENCF no es JSON');
  }
  refuseUnkeepable(json, 'cuerpo');
  return (checkRanges(json) as Static<typeof configuracion.RangosENCF>).map(readRange);
}

function readRange(range: Static<typeof configuracion.RangoENCF>, at: number): Changes['rangos'][number] {
  const reject = (reason: string): never => refuse('secuencia/invalida', `RangosENCF, entrada ${at + 1}: ${reason}`);
  const encf = (text: string) =>
    parseENCF(text.trim().toUpperCase()) ?? reject(`«${text}» no es un eNCF (E, tipo y diez dígitos)`);
  const [desde, hasta] = [encf(range.desde), encf(range.hasta)];
  if (desde.tipo !== hasta.tipo) reject('desde y hasta son de tipos distintos');
  const vence = range.noAplica || !range.fechaVencimiento ? undefined : range.fechaVencimiento.slice(0, 10);
  if (vence !== undefined && parseISODate(vence) === undefined)
    reject(`«${range.fechaVencimiento}» no es una fecha (aaaa-mm-dd)`);
  return { tipo: desde.tipo, desde: desde.secuencia, hasta: hasta.secuencia, vence };
}
