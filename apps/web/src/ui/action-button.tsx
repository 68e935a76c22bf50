import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { MouseEvent, ReactNode, Ref } from 'react';

interface Props extends Omit<ButtonProps, 'children'> {
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  type?: 'button' | 'submit';
  /** The action, or the reason why it is not available. */
  title?: string | undefined;
  onClick?: () => void;
}

/**
 * A button that keeps the focus while its action runs and when it becomes disabled, so that keyboard users keep their
 * place. A native disabled button loses the focus.
 */
export function ActionButton({ disabled = false, loading = false, type = 'button', onClick, ...button }: Props) {
  const rests = disabled || loading;
  function press(event: MouseEvent) {
    if (rests) event.preventDefault();
    else onClick?.();
  }
  return (
    <Button
      {...button}
      {...(rests && { 'data-disabled': true })}
      {...(loading && { leftSection: <Loader size={14} color="currentColor" /> })}
      type={type}
      aria-disabled={rests}
      aria-busy={loading}
      onClick={press}
    />
  );
}
