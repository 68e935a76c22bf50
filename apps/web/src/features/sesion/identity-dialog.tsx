import { answerIdentity } from '../../lib/identity.ts';
import { useMutation } from '../../lib/mutation.ts';
import { PasswordDialog, type TypedIdentity } from '../../ui/password-dialog.tsx';
import { confirmSesion } from './api.ts';

/** Asks for the user's password before a call that needs it to be recent. */
export function IdentityDialog({ onClose }: { onClose: () => void }) {
  const confirm = useMutation({
    mutationFn: (identity: TypedIdentity) => confirmSesion({ body: identity }),
    onSuccess: () => answerIdentity(true),
  });
  return (
    <PasswordDialog
      title="Confirme que es usted"
      confirm="Confirmar"
      error={confirm.error}
      busy={confirm.isPending}
      onConfirm={confirm.mutate}
      onClose={onClose}
    >
      Escriba su contraseña para continuar. Se pide cuando han pasado más de cinco minutos desde que la escribió por
      última vez.
    </PasswordDialog>
  );
}
