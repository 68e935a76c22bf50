import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import styles from '../contador.module.css';

interface Props<Answer> {
  label: string;
  description?: string;
  /** Text of the button. */
  action: string;
  /** Sends the code. */
  send: (codigo: string) => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
  /** Called also after a refusal. */
  onSettled?: () => unknown;
}

/** The form for a code that another party gave. */
export function CodeForm<Answer>({ label, description, action, send, onDone, onSettled }: Props<Answer>) {
  const [codigo, setCodigo] = useState('');
  const sending = useMutation({
    mutationFn: () => send(codigo.trim()),
    onSuccess: (answer) => {
      setCodigo('');
      return onDone(answer);
    },
    onSettled: () => onSettled?.(),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (codigo.trim() !== '' && !sending.isPending) sending.mutate();
      }}
    >
      <FailureNotice error={sending.error} />
      <TextInput
        label={label}
        description={description}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={codigo}
        onChange={(event) => {
          sending.reset();
          setCodigo(event.currentTarget.value);
        }}
      />
      <SubmitButton reason={codigo.trim() === '' ? 'Escriba el código' : undefined} busy={sending.isPending}>
        {action}
      </SubmitButton>
    </form>
  );
}
