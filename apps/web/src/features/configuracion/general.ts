import type { Configuracion } from './api.ts';

/** The environments as options of the select. @source specification 000 §2.7 */
export const ambientesDelSelect = ['Test', 'Certificacion', 'Produccion'] as const;

/** How a stored certificate password is shown. @source specification 000 §9 */
export const displayedPassword = '********';

/** The unsaved changes of the tab General; undefined for fields that were not changed. */
export interface Changes {
  readonly nuevoAmbiente?: string | undefined;
  /** The file of a new certificate. */
  readonly certificado?: File | undefined;
  /** A new password, typed twice. */
  readonly password?: { readonly value: string; readonly confirmation: string } | undefined;
}

/** Whether there are unsaved changes. */
export const isDirty = ({ nuevoAmbiente, certificado, password }: Changes): boolean =>
  nuevoAmbiente !== undefined || certificado !== undefined || (password?.value ?? '') !== '';

/** A .p12 has a few kB. The server refuses larger files. */
const mostCertificateBytes = 64 * 1024;

/** Returns the error of a certificate file that can be detected without opening it. */
export function certificateFileFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.(p12|pfx)$/i.test(name)) return `«${name}» no es un certificado (.p12 o .pfx)`;
  if (size === 0) return `«${name}» está vacío`;
  return size > mostCertificateBytes ? `«${name}» es demasiado grande para ser un certificado` : undefined;
}

/** Returns the reason why the certificate password cannot be saved; undefined when it can, or was not changed. */
export function passwordFault({ certificado, password }: Changes): string | undefined {
  if (certificado && (password?.value ?? '') === '') return 'Escriba la contraseña del certificado nuevo';
  return password && password.value !== password.confirmation ? 'Las contraseñas no coinciden' : undefined;
}

/** Returns a form with only the changed fields. The server leaves absent fields unchanged. */
export function formOf({ rncEmisor }: Pick<Configuracion, 'rncEmisor'>, changes: Changes & { id_externo?: string }) {
  const { nuevoAmbiente, certificado, password, id_externo } = changes;
  const form = new FormData();
  form.append('RncEmisor', rncEmisor);
  if (nuevoAmbiente !== undefined) {
    form.append('NuevoAmbiente', nuevoAmbiente);
    form.append('AprobacionPendiente', 'true');
  }
  if (certificado) {
    form.append('NombreCertificado', certificado.name);
    form.append('certificado', certificado);
  }
  if (password && password.value !== '') form.append('PasswordCertificado', password.value);
  if (id_externo !== undefined) form.append('id_externo', id_externo);
  return form;
}
