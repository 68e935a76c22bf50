import type { Configuracion } from './api.ts';

/** The environments as the select offers them. @source seeds/000 §2.7 */
export const ambientesDelSelect = ['Test', 'Certificacion', 'Produccion'] as const;

/** How the password of a certificate is shown where there is one. @source seeds/000 §9 */
export const displayedPassword = '********';

/** What has been changed in the tab General and not saved: undefined, not changed. */
export interface Changes {
  readonly nuevoAmbiente?: string | undefined;
  /** The file of another certificate. */
  readonly certificado?: File | undefined;
  /** Another password, typed twice. */
  readonly password?: { readonly value: string; readonly confirmation: string } | undefined;
}

/** Whether leaving would lose something. */
export const isDirty = ({ nuevoAmbiente, certificado, password }: Changes): boolean =>
  nuevoAmbiente !== undefined || certificado !== undefined || (password?.value ?? '') !== '';

/** A .p12 is a few kB; the server takes no more than this. */
const mostCertificateBytes = 64 * 1024;

/** What can be told of the file of a certificate without opening it. */
export function certificateFileFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.(p12|pfx)$/i.test(name)) return `«${name}» no es un certificado (.p12 o .pfx)`;
  if (size === 0) return `«${name}» está vacío`;
  return size > mostCertificateBytes ? `«${name}» es demasiado grande para ser un certificado` : undefined;
}

/** Why the password of the certificate cannot be saved as it is; undefined when it can, or when it is not being changed. */
export function passwordFault({ certificado, password }: Changes): string | undefined {
  if (certificado && (password?.value ?? '') === '') return 'Escriba la contraseña del certificado nuevo';
  return password && password.value !== password.confirmation ? 'Las contraseñas no coinciden' : undefined;
}

/** The form that saves only what changed: what does not go in it stays as it is. */
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
