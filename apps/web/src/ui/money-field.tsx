import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatAmount } from '../lib/format.ts';
import { typedAmount } from '../lib/typed-amount.ts';
import styles from './money-field.module.css';
import { useTypedText } from './typed-text.ts';

interface Props extends Pick<TextInputProps, 'id' | 'onKeyDown' | 'onPaste' | 'description'> {
  label: string;
  /** The label is only for screen readers. */
  labelHidden?: boolean;
  /** A decimal, without thousands; '' for none. */
  value: string;
  /** Receives the decimal, or the typed text if it is not a number. */
  onChange: (amount: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** A quantity or a rate: decimals are shown as typed. */
  unpadded?: boolean;
  className?: string | undefined;
}

const whole = /^-?\d+$/;
/** `1234.5` as `1,234.50`; unpadded, `2` as `2`. */
const showUnpadded = (value: string): string =>
  whole.test(value)
    ? formatAmount(value).replace(/\.00$/, '')
    : value.replace(/^-?\d+(?=\.)/, (digits) => showUnpadded(digits));

/** An amount: typed with or without thousands separators, shown as `1,234.56`. */
export function MoneyField({ label, labelHidden, value, onChange, onBlur, unpadded, className, ...field }: Props) {
  const { typed, type, settle } = useTypedText(value, typedAmount, unpadded ? showUnpadded : formatAmount, onChange);
  return (
    <TextInput
      {...field}
      {...(labelHidden ? { 'aria-label': label } : { label })}
      className={`${styles.amount} ${className ?? ''}`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        settle();
        onBlur?.();
      }}
    />
  );
}
