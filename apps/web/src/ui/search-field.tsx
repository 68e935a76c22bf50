import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

interface Props {
  /** The searched fields: `Buscar eNCF o Track ID`. */
  label: string;
  maxLength: number;
  value: string;
  onChange: (typed: string) => void;
  className?: string | undefined;
}

/** A search field with a debounce. It follows the address when something else changes it. */
export function SearchField({ label, maxLength, value, onChange, className }: Props) {
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onChange, 300);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      className={className ?? ''}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      aria-label={label}
      placeholder={`${label}…`}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
