import { useEffect, useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { answerIdentity, useIdentityAsked } from '../../lib/identity.ts';
import { useMutation } from '../../lib/mutation.ts';
import { PasswordDialog } from '../../ui/password-dialog.tsx';
import { confirmSesion } from './api.ts';

/** Frames for which the focus is offered back: the button that asked is busy until its call has ended. */
const framesOfPatience = 120;

/** Where the person is asked for their password, over whatever is open; whoever made the call waits, and does not know. */
export function Identity() {
  const asked = useIdentityAsked();
  const focused = useRef<Element>(null);

  // A session that ends answers nothing any more.
  useEffect(() => () => answerIdentity(false), []);
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
    mutationFn: (contrasena: string) => confirmSesion({ body: { contrasena } }),
    onSuccess: () => answerIdentity(true),
  });
  return (
    <PasswordDialog
      title="Confirme que es usted"
      confirm="Confirmar"
      failure={confirm.error ? messageOf(confirm.error) : undefined}
      busy={confirm.isPending}
      onConfirm={confirm.mutate}
      onClose={() => answerIdentity(false)}
    >
      Para esto se pide su contraseña si no la escribió en los últimos cinco minutos: así nadie que encuentre su sesión
      abierta puede hacerlo por usted.
    </PasswordDialog>
  );
}

/** Gives the focus back to what had it, as soon as it can take it and while nothing else has. */
function offerFocus(element: Element | null, frames: number): void {
  if (!(element instanceof HTMLElement) || frames === 0 || document.activeElement !== document.body) return;
  element.focus();
  requestAnimationFrame(() => offerFocus(element, frames - 1));
}
