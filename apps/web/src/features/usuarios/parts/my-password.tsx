import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ProblemCode } from '@timbre/contract';
import { type FormEvent, useState } from 'react';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { passwordRules } from '../../../lib/password-rules.ts';
import { Banner } from '../../../ui/banner.tsx';
import { NewPasswordFields } from '../../../ui/new-password.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { changePassword } from '../api.ts';
import styles from './create-form.module.css';

const empty = { ContrasenaActual: '', Contrasena: '', ConfirmarContrasena: '' };

/** The field that a refusal speaks of. */
const fieldOf: Partial<Record<ProblemCode, keyof typeof empty>> = {
  'contrasena/incorrecta': 'ContrasenaActual',
  'contrasena/debil': 'Contrasena',
  'contrasena/distinta': 'ConfirmarContrasena',
};

/** Changes one's own password. */
export function MyPassword() {
  const { userId, nombreUsuario, rncEmisor } = useSesion();
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const about = [nombreUsuario, rncEmisor];
  const missing = passwordRules(typed.Contrasena, typed.ConfirmarContrasena, about).find(({ holds }) => !holds)?.says;
  const reason = typed.ContrasenaActual === '' ? 'Escriba su contraseña actual' : missing;

  const save = useMutation({
    mutationFn: () => changePassword({ body: { UsuarioID: userId, ...typed } }),
    onSuccess: () => {
      setTyped(empty);
      toast('Contraseña cambiada. Las demás sesiones se cerraron.');
      return client.invalidateQueries({ queryKey: ['sesiones'] });
    },
  });
  const field = save.error instanceof Refusal ? fieldOf[save.error.problem.code as ProblemCode] : undefined;
  const faults = field && save.error ? { [field]: messageOf(save.error) } : {};
  const change = (part: Partial<typeof empty>) => {
    setTyped((now) => ({ ...now, ...part }));
    if (save.error) save.reset();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason) save.mutate();
  }

  return (
    <Panel title="Mi contraseña" note="Al cambiarla se cierran sus demás sesiones.">
      {Object.values(typed).some((value) => value !== '') && <UnsavedGuard />}
      <form className={styles.form} onSubmit={submit}>
        {/* So that a password manager knows whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={nombreUsuario} readOnly hidden />
        <PasswordInput
          label="Contraseña actual"
          autoComplete="current-password"
          maxLength={200}
          value={typed.ContrasenaActual}
          error={faults.ContrasenaActual}
          onChange={(event) => change({ ContrasenaActual: event.currentTarget.value })}
        />
        <NewPasswordFields
          labels={['Contraseña nueva', 'Confirmar contraseña nueva']}
          value={typed}
          faults={faults}
          about={about}
          onChange={change}
        />
        {save.error && !field && <Banner>{messageOf(save.error)}</Banner>}
        <Button type="submit" disabled={reason !== undefined} title={reason} loading={save.isPending}>
          Cambiar mi contraseña
        </Button>
      </form>
    </Panel>
  );
}
