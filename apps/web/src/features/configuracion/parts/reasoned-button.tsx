import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Why it cannot be done now. It looks disabled, can still be reached, and says why when it is tried. */
  reason: string | undefined;
  loading: boolean;
  label?: string;
  onClick: () => void;
  onRefused: (reason: string) => void;
  children: ReactNode;
}

/** The main button of something that may not be ready: whoever tries learns what is missing. */
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
