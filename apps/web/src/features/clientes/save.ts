import { datosOfForm, isChanged } from '../../lib/datos-empresa.ts';
import { type Cliente, changeAmbiente, changePassword, saveCliente } from './api.ts';
import type { Draft } from './draft.ts';

/** Part of the changes was saved and part was not. */
export class SavedInPart extends Error {
  override readonly name = 'SavedInPart';
  /** Changes saved before the failure, for the message: `los datos`. */
  readonly saved: readonly string[];

  constructor(saved: readonly string[], cause: unknown) {
    super('Saved in part', { cause });
    this.saved = saved;
  }
}

/**
 * Saves each change in order.
 *
 * @throws SavedInPart when one is refused after others were saved, else the error of the call
 */
export async function saveDraft(cliente: Cliente, draft: Draft): Promise<void> {
  const { id, UsuarioID } = cliente;
  const { ambiente, Contrasena, ConfirmarContrasena } = draft;
  const steps: { part: string; save: () => Promise<unknown> }[] = [
    { part: 'los datos', save: () => saveCliente({ params: { id }, form: formOf(cliente, draft) }) },
  ];
  if (ambiente !== cliente.ambiente) {
    steps.push({ part: 'el ambiente', save: () => changeAmbiente({ params: { id }, body: { ambiente } }) });
  }
  if (Contrasena !== '' && UsuarioID !== null) {
    const body = { UsuarioID, Contrasena, ConfirmarContrasena };
    steps.push({ part: 'la contraseña', save: () => changePassword({ body }) });
  }
  const saved: string[] = [];
  for (const { part, save } of steps) {
    await save().catch((cause: unknown) => {
      throw saved.length > 0 ? new SavedInPart(saved, cause) : cause;
    });
    saved.push(part);
  }
}

function formOf(cliente: Cliente, draft: Draft): FormData {
  const { razonSocial, id_externo, certificado, certificadoPass, datos } = draft;
  const form = new FormData();
  form.append('id', cliente.id);
  form.append('rnc', cliente.rnc);
  form.append('razonSocial', razonSocial.trim());
  form.append('id_externo', id_externo.trim());
  if (certificado) {
    form.append('certificadoPass', certificadoPass);
    form.append('certificado', certificado);
  }
  if (isChanged(datos, cliente.datos)) form.append('datos', JSON.stringify(datosOfForm(datos)));
  return form;
}
