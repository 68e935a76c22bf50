import { TextInput } from '@mantine/core';
import { cedulaCheckDigitHolds, formatTaxId, parseRNC, rncCheckDigitHolds } from '@timbre/values';
import { type ReactNode, useState } from 'react';
import { notAnRNC, readRNC } from '../lib/typed-rnc.ts';
import { useTypedText } from './typed-text.ts';

interface Props {
  label: string;
  'data-autofocus'?: boolean;
  /** Digits, or the typed text if it is not a number. */
  value: string;
  onChange: (rnc: string) => void;
  error?: ReactNode;
}

/** Whether a complete number fails its check digit. Some numbers in use do, so this is not an error. */
const isDoubtful = (rnc: string): boolean =>
  parseRNC(rnc) !== undefined && !rncCheckDigitHolds(rnc) && !cedulaCheckDigitHolds(rnc);

/** An RNC or a cédula: typed with or without dashes, shown as `131-24679-6`. */
export function RncField({ value, onChange, error, ...field }: Props) {
  const { typed, type, settle } = useTypedText(value, readRNC, formatTaxId, onChange);
  const [left, setLeft] = useState(false);
  const wrong = left && value.trim() !== '' && parseRNC(value) === undefined;
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="000-00000-0"
      maxLength={20}
      value={typed}
      error={wrong ? notAnRNC : error}
      description={isDoubtful(value) && 'El dígito verificador no coincide: revise el número'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => {
        setLeft(false);
        type(event.currentTarget.value);
      }}
      onBlur={() => {
        setLeft(true);
        settle();
      }}
    />
  );
}
