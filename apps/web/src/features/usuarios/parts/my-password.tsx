import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ProblemCode } from '@timbre/contract';
import { type FormEvent, useState } from 'react';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { asksForCode } from '../../../lib/code-refusals.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { passwordRules } from '../../../lib/password-rules.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { NewPasswordFields } from '../../../ui/new-password.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { changePassword } from '../api.ts';
import styles from './create-form.module.css';

const empty = { ContrasenaActual: '', codigo: '', Contrasena: '', ConfirmarContrasena: '' };

/** The field that a refusal refers to. */
const fieldOf: Partial<Record<ProblemCode, keyof typeof empty>> = {
  'contrasena/incorrecta': 'ContrasenaActual',
  'dos-pasos/codigo': 'codigo',
  'dos-pasos/incorrecto': 'codigo',
  'contrasena/debil': 'Contrasena',
  'contrasena/distinta': 'ConfirmarContrasena',
};

/** Changes the user's own password. */
export function MyPassword() {
  const { userId, nombreUsuario, rncEmisor } = useSesion();
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const [codeAsked, setCodeAsked] = useState(false);
  const about = [nombreUsuario, rncEmisor];
  const missing = passwordRules(typed.Contrasena, typed.ConfirmarContrasena, about).find(({ holds }) => !holds)?.says;
  const reason = typed.ContrasenaActual === '' ? 'Escriba su contraseña actual' : missing;

  const save = useMutation({
    mutationFn: () => {
      const { codigo, ...passwords } = typed;
      return changePassword({ body: { UsuarioID: userId, ...passwords, ...(codeAsked && { codigo }) } });
    },
    onError: (error) => {
      if (asksForCode(error)) setCodeAsked(true);
    },
    onSuccess: () => {
      setTyped(empty);
      setCodeAsked(false);
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
        {/* Allows a password manager to identify the user of the password. */}
        <input type="text" name="username" autoComplete="username" value={nombreUsuario} readOnly hidden />
        <PasswordInput
          label="Contraseña actual"
          autoComplete="current-password"
          maxLength={200}
          value={typed.ContrasenaActual}
          error={faults.ContrasenaActual}
          onChange={(event) => change({ ContrasenaActual: event.currentTarget.value })}
        />
        {codeAsked && (
          <CodeField
            kind="aplicacion"
            value={typed.codigo}
            error={faults.codigo}
            autoFocus
            onChange={(codigo) => change({ codigo })}
          />
        )}
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
