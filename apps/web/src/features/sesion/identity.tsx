import { useEffect, useRef } from 'react';
import { answerIdentity, useIdentityAsked } from '../../lib/identity.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSession } from '../../lib/session.ts';
import { PasswordDialog, type TypedIdentity } from '../../ui/password-dialog.tsx';
import { confirmSesion } from './api.ts';

/** Frames during which the focus is restored: the button is disabled until its call has ended. */
const framesOfPatience = 120;

/** The password dialog, above any open screen. The caller only waits for its call and is independent of the dialog. */
export function Identity() {
  const asked = useIdentityAsked();
  const { expired } = useSession();
  const focused = useRef<Element>(null);

  // When the session ends, the waiting calls fail.
  useEffect(() => () => answerIdentity(false), []);
  useEffect(() => {
    if (expired) answerIdentity(false);
  }, [expired]);
  useEffect(() => {
    if (asked) return;
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused.current = target;
    };
    document.addEventListener('focusin', follow);
    offerFocus(focused.current, framesOfPatience);
    return () => document.removeEventListener('focusin', follow);
  }, [asked]);

  return asked && <Question />;
}

function Question() {
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
      onClose={() => answerIdentity(false)}
    >
      Escriba su contraseña para continuar. Se pide cuando han pasado más de cinco minutos desde que la escribió por
      última vez.
    </PasswordDialog>
  );
}

/** Restores the focus to the element that had it, as soon as it can take it and while no other has it. */
function offerFocus(element: Element | null, frames: number): void {
  if (!(element instanceof HTMLElement) || frames === 0 || document.activeElement !== document.body) return;
  element.focus();
  requestAnimationFrame(() => offerFocus(element, frames - 1));
}
