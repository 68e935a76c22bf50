import { Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './filter-chip.module.css';

interface Props {
  /** The name of the filter: `Estado`. */
  name: string;
  /** The selected value in words; undefined if it does not filter. */
  value: string | undefined;
  /** Removes the filter. */
  onClear: () => void;
  /** Renders the choices; `close` closes them. */
  children: (close: () => void) => ReactNode;
}

/** A filter of a list: a button with its value, which opens the choices, and a cross that removes it. */
export function FilterChip({ name, value, onClear, children }: Props) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  // The first field or choice takes the focus.
  useEffect(() => {
    if (opened) popover.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [opened]);
  return (
    <span className={styles.chip} data-set={value !== undefined}>
      <button type="button" className={styles.open} aria-haspopup="dialog" popoverTarget={id}>
        {name}
        {value !== undefined && (
          <>
            : <b>{value}</b>
          </>
        )}
        <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
      </button>
      {value !== undefined && (
        <button type="button" className={styles.clear} aria-label={`Quitar el filtro ${name}`} onClick={onClear}>
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      )}
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        className={styles.popover}
        onToggle={(event) => setOpened(event.newState === 'open')}
      >
        {opened && children(() => popover.current?.hidePopover())}
      </div>
    </span>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  value: Value | undefined;
  options: readonly { readonly value: Value; readonly label: ReactNode; readonly word: string }[];
  onChange: (value: Value | undefined) => void;
}

/** A {@link FilterChip} of a few values, one at a time. */
export const ChoiceChip = <Value extends string>({ name, value, options, onChange }: ChoiceProps<Value>) => (
  <FilterChip
    name={name}
    value={options.find((option) => option.value === value)?.word}
    onClear={() => onChange(undefined)}
  >
    {(close) =>
      options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.choice}
          aria-pressed={option.value === value}
          onClick={() => {
            onChange(option.value === value ? undefined : option.value);
            close();
          }}
        >
          {option.label}
        </button>
      ))
    }
  </FilterChip>
);

interface TextProps {
  name: string;
  /** The label of the field; default that the text is contained. */
  label?: string;
  value: string | undefined;
  /** The value as the chip shows it, if not as it is. */
  shown?: string | undefined;
  maxLength: number;
  /** Why a typed text is refused; the choices stay open then. */
  faultOf?: (typed: string) => string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A {@link FilterChip} for a typed text. */
export const TextChip = ({ shown, onChange, ...field }: TextProps) => (
  <FilterChip name={field.name} value={shown ?? field.value} onClear={() => onChange(undefined)}>
    {(close) => (
      <TextForm
        {...field}
        onApply={(value) => {
          onChange(value);
          close();
        }}
      />
    )}
  </FilterChip>
);

type TextFormProps = Omit<TextProps, 'shown' | 'onChange'> & { onApply: (value: string | undefined) => void };

function TextForm({ name, label, value, maxLength, faultOf, onApply }: TextFormProps) {
  const [fault, setFault] = useState<string>();
  return (
    <form
      className={styles.text}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('texto')).trim();
        const found = typed === '' ? undefined : faultOf?.(typed);
        setFault(found);
        if (found === undefined) onApply(typed || undefined);
      }}
    >
      <TextInput
        key={value}
        name="texto"
        label={label ?? `${name} contiene`}
        defaultValue={value ?? ''}
        maxLength={maxLength}
        error={fault}
        autoComplete="off"
        spellCheck={false}
        onChange={() => setFault(undefined)}
      />
      <Button type="submit" variant="filled">
        Aplicar
      </Button>
    </form>
  );
}
