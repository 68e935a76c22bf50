import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Why it is not available. The button looks disabled but keeps the focus, and shows the reason on click. */
  reason: string | undefined;
  loading: boolean;
  label?: string;
  onClick: () => void;
  onRefused: (reason: string) => void;
  children: ReactNode;
}

/** A main button that may be unavailable. A click then passes the reason to `onRefused`. */
export const ReasonedButton = ({ reason, loading, label, onClick, onRefused, children }: Props) => (
  <Button
    variant="filled"
    loading={loading}
    {...(reason !== undefined && { 'data-disabled': true })}
    aria-disabled={reason !== undefined}
    {...(label && { 'aria-label': label })}
    title={reason}
    onClick={() => (reason === undefined ? onClick() : onRefused(reason))}
  >
    {children}
  </Button>
);
