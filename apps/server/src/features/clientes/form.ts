import { empresa } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { readExternalId, readPassword, readRazonSocial } from '../../domain/companies/company-form.ts';
import { readDatos } from '../../domain/companies/datos-empresa.ts';
import type { Form } from '../../platform/http/form.ts';
import { checker } from '../../platform/input/validation.ts';
import type { ClienteChanges } from './service.ts';

/**
 * Reads the form of a company.
 *
 * @param id from the address; the form's id must be the same
 * @throws Problem `empresa/invalida`, `configuracion/invalida`, with the reason
 */
export function readCliente({ fields, files }: Form, id: string): ClienteChanges {
  const { rnc, razonSocial, certificadoPass, datos } = fields;
  if (fields.id !== undefined && fields.id.toLowerCase() !== id.toLowerCase())
    refuse('empresa/invalida', 'El formulario es de otra empresa');
  return {
    rnc,
    razonSocial: razonSocial === undefined ? undefined : readRazonSocial(razonSocial),
    idExterno: readExternalId(fields.id_externo),
    certificado: files.certificado,
    password: readPassword(certificadoPass),
    datos: datos === undefined ? undefined : readDatosPart(datos),
  };
}

const checkDatos = checker(empresa.DatosEmpresa, 'cuerpo', 'datos');

function readDatosPart(text: string): empresa.DatosEmpresa {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    refuse('empresa/invalida', 'datos no es JSON');
  }
  return readDatos(checkDatos(json) as empresa.DatosEmpresa, 'datos');
}
