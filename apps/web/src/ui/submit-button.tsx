import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Why the form cannot be sent; undefined if it can. */
  reason?: string | undefined;
  busy: boolean;
  /** The action cannot be undone. */
  danger?: boolean;
  children: ReactNode;
}

/** The main button of a form. While the form cannot be sent it is disabled, and its tooltip has the reason. */
export const SubmitButton = ({ reason, busy, danger = false, children }: Props) => (
  <Button
    type="submit"
    variant="filled"
    {...(danger && { color: 'red' })}
    loading={busy}
    disabled={reason !== undefined}
    title={reason}
  >
    {children}
  </Button>
);
