import type { Form } from '../../http/form.ts';
import { refuse } from '../../http/problem.ts';
import { readExternalId, readPassword } from '../configuracion/form.ts';
import type { ClienteChanges } from './service.ts';

/** @source Formato e-CF v1.0, RazonSocialEmisor */
const maxRazonSocial = 150;

/**
 * A company's name, without the blanks around it.
 *
 * @throws Problem `empresa/invalida`
 */
export function readRazonSocial(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > maxRazonSocial || /\p{C}/u.test(name))
    refuse('empresa/invalida', `Escriba la razón social, de ${maxRazonSocial} caracteres a lo sumo`);
  return name;
}

/**
 * Reads the form of a company.
 *
 * @param id of the address, which that of the form must be
 * @throws Problem `empresa/invalida`, `configuracion/invalida`, with the reason
 */
export function readCliente({ fields, files }: Form, id: string): ClienteChanges {
  const { rnc, razonSocial, certificadoPass } = fields;
  if (fields.id !== undefined && fields.id.toLowerCase() !== id.toLowerCase())
    refuse('empresa/invalida', 'El formulario es de otra empresa');
  return {
    rnc,
    razonSocial: razonSocial === undefined ? undefined : readRazonSocial(razonSocial),
    idExterno: readExternalId(fields.id_externo),
    certificado: files.certificado,
    password: readPassword(certificadoPass),
  };
}
