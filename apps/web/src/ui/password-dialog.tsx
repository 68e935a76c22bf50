import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { asksForCode, isWrongCode } from '../lib/code-refusals.ts';
import { useSession } from '../lib/session.ts';
import { Banner } from './banner.tsx';
import { CodeField } from './code-field.tsx';
import actions from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';
import form from './form.module.css';
import { SubmitButton } from './submit-button.tsx';

interface Props {
  title: string;
  /** The action and its effect. */
  children: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  /** The error of the last attempt. If it asks for a code of the second factor, the dialog shows a field for it. */
  error: Error | null;
  /** The action that failed, shown before the reason. */
  failed?: string;
  busy: boolean;
  onConfirm: (identity: TypedIdentity) => void;
  onClose: () => void;
}

/** The typed values. */
export interface TypedIdentity {
  readonly contrasena: string;
  readonly codigo?: string;
}

/** Asks for the user's own password again before an action that must not be possible in an unattended session. */
export function PasswordDialog({ title, children, confirm, error, failed, busy, onConfirm, onClose }: Props) {
  const { session } = useSession();
  const [contrasena, setContrasena] = useState('');
  const [codigo, setCodigo] = useState('');
  const [codeAsked, setCodeAsked] = useState(false);
  useEffect(() => {
    if (asksForCode(error)) setCodeAsked(true);
    if (isWrongCode(error)) setCodigo('');
  }, [error]);
  const reason =
    contrasena === '' ? 'Escriba su contraseña' : codeAsked && codigo === '' ? 'Escriba el código' : undefined;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !busy) onConfirm({ contrasena, ...(codeAsked ? { codigo } : {}) });
        }}
      >
        <p>{children}</p>
        {/* Allows a password manager to identify the user of the password. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session?.nombreUsuario ?? ''}
          readOnly
          hidden
        />
        <PasswordInput
          label="Su contraseña"
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={contrasena}
          data-autofocus
          onChange={(event) => setContrasena(event.currentTarget.value)}
        />
        {codeAsked && (
          <CodeField
            kind="aplicacion"
            value={codigo}
            error={isWrongCode(error) && codigo === '' ? messageOf(error) : undefined}
            autoFocus
            onChange={setCodigo}
          />
        )}
        {error && !asksForCode(error) && (
          <Banner>{failed === undefined ? messageOf(error) : `${failed}: ${messageOf(error)}`}</Banner>
        )}
        <div className={actions.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <SubmitButton reason={reason} busy={busy}>
            {confirm}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
