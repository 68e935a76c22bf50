import { Suspense, useEffect, useRef } from 'react';
import { answerIdentity, useIdentityAsked } from '../../lib/identity.ts';
import { useSession } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const IdentityDialog = lazyPart(async () => (await import('./identity-dialog.tsx')).IdentityDialog, 'dialog');
const refuse = () => answerIdentity(false);

/** Frames during which the focus is restored: the button is disabled until its call has ended. */
const framesOfPatience = 120;

/** The password dialog, above any open screen. The caller only waits for its call and is independent of the dialog. */
export function Identity() {
  const asked = useIdentityAsked();
  const { expired } = useSession();
  const focused = useRef<Element>(null);

  // When the session ends, the waiting calls fail.
  useEffect(() => refuse, []);
  useEffect(() => {
    if (expired) refuse();
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

  return <Suspense>{asked && <IdentityDialog onClose={refuse} />}</Suspense>;
}

/** Restores the focus to the element that had it, as soon as it can take it and while no other has it. */
function offerFocus(element: Element | null, frames: number): void {
  if (!(element instanceof HTMLElement) || frames === 0 || document.activeElement !== document.body) return;
  element.focus();
  requestAnimationFrame(() => offerFocus(element, frames - 1));
}
