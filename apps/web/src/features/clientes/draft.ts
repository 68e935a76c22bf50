import { isChanged as areDatosChanged, type DatosForm, formOfDatos } from '../../lib/datos-empresa.ts';
import type { Cliente } from './api.ts';

/** The state of the edit form. Blank passwords and no file change nothing. */
export interface Draft {
  readonly razonSocial: string;
  readonly ambiente: string;
  readonly id_externo: string;
  readonly certificado: File | null;
  readonly certificadoPass: string;
  readonly Contrasena: string;
  readonly ConfirmarContrasena: string;
  readonly datos: DatosForm;
}

export const draftOf = ({ razonSocial, ambiente, id_externo, datos }: Cliente): Draft => ({
  razonSocial,
  ambiente,
  id_externo,
  certificado: null,
  certificadoPass: '',
  Contrasena: '',
  ConfirmarContrasena: '',
  datos: formOfDatos(datos),
});

/** Whether saving would change anything of the company. */
export function isChanged({ datos, ...draft }: Draft, cliente: Cliente): boolean {
  const { datos: _, ...before } = draftOf(cliente);
  return (
    areDatosChanged(datos, cliente.datos) ||
    Object.entries(before).some(([name, value]) => draft[name as keyof typeof draft] !== value)
  );
}

/** Returns the errors by field; empty when the form may be sent (specification 000 §5). */
export function faultsOf(draft: Draft): Partial<Record<keyof Draft, string>> {
  const { razonSocial, certificado, certificadoPass, Contrasena, ConfirmarContrasena } = draft;
  const faults: Partial<Record<keyof Draft, string>> = {};
  if (razonSocial.trim() === '') faults.razonSocial = 'Escriba la razón social';
  if (certificado && !/\.pfx$/i.test(certificado.name)) faults.certificado = 'El certificado debe ser un archivo .pfx';
  else if (certificado && certificadoPass === '') faults.certificadoPass = 'Escriba la contraseña del certificado';
  else if (!certificado && certificadoPass !== '') faults.certificado = 'Elija el archivo .pfx de esa contraseña';
  if (Contrasena !== ConfirmarContrasena) faults.ConfirmarContrasena = 'Las nuevas contraseñas no coinciden.';
  return faults;
}
