import type { ButtonProps } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props extends Omit<ButtonProps, 'children'> {
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** The action, or the reason why it is not available. */
  title: string;
  onConfirm: () => void;
  /** The effect of the action, and where. If undefined, the dialog is skipped. */
  question: { title: string; detail: string; confirm: string } | undefined;
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmButton({ children, onConfirm, question, ...button }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ActionButton {...button} onClick={question ? () => setAsking(true) : onConfirm}>
        {children}
      </ActionButton>
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
