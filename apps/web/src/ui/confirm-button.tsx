import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props extends Omit<ButtonProps, 'children'> {
  children: ReactNode;
  /** What it will do, or why it cannot. */
  title: string;
  onConfirm: () => void;
  /** What will happen and where; the dialog is skipped where there is nothing to ask. */
  question: { title: string; detail: string; confirm: string } | undefined;
}

/** A button that asks first when what it does cannot be taken back. */
export function ConfirmButton({ children, onConfirm, question, ...button }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={question ? () => setAsking(true) : onConfirm}>
        {children}
      </Button>
      {question && asking && (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          {question.detail}
        </ConfirmDialog>
      )}
    </>
  );
}
