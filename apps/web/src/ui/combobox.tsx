import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import styles from './combobox.module.css';

/** A result of the search. */
export interface Suggestion {
  readonly key: string;
  /** The main text of the entry. */
  readonly name: string;
  readonly detail?: string | undefined;
}

interface Props<Option extends Suggestion> {
  label: string;
  labelHidden?: boolean;
  placeholder?: string;
  maxLength: number;
  value: string;
  onChange: (typed: string) => void;
  /** Called with the suggestion that the user selected. */
  onPick: (option: Option) => void;
  /** Searches; called a moment after typing, and with '' when the empty field is opened. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** The text alone means nothing: Enter takes the first suggestion. */
  enterPicksFirst?: boolean;
  onBlur?: () => void;
  error?: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
  className?: string | undefined;
  /** Called for keys that the list does not handle. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste?: (event: React.ClipboardEvent<HTMLInputElement>) => void;
  id?: string;
}

const settledMs = 180;

/**
 * A text field with suggestions of a server. The text may be any; a suggestion fills it. Typing, a click on the
 * empty field, or Alt and Down open the list. Enter selects, Escape closes it.
 */
export function Combobox<Option extends Suggestion>(props: Props<Option>) {
  const {
    label,
    labelHidden,
    value,
    onChange,
    onPick,
    search,
    enterPicksFirst = false,
    onBlur,
    onKeyDown,
    className,
    id: ownId,
    ...field
  } = props;
  const own = useId();
  const id = ownId ?? own;
  const [open, setOpen] = useState(false);
  const [index, setIndex] = useState(-1);
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [settled] = useDebouncedValue(value, settledMs);
  const current = open ? options[index] : undefined;
  const first = open && enterPicksFirst ? options[0] : undefined;

  // The list is of the text in the field alone: it is emptied when the text changes and when it is closed.
  useEffect(() => {
    if (!open || settled !== value) return;
    const asked = new AbortController();
    // If the search fails, there are no suggestions and the field works as usual.
    search(settled.trim(), asked.signal).then(setOptions, () => undefined);
    return () => {
      asked.abort();
      setOptions([]);
      setIndex(-1);
    };
  }, [open, settled, value, search]);

  function pick(one: Option) {
    setOpen(false);
    onPick(one);
  }

  function move(step: number) {
    const next = (index + step + options.length + (index < 0 && step < 0 ? 1 : 0)) % Math.max(options.length, 1);
    setIndex(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && open && options.length > 0) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Enter' && (current ?? first)) {
      event.preventDefault();
      pick((current ?? first)!);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else onKeyDown?.(event);
  }

  return (
    <div className={`${styles.place} ${className ?? ''}`}>
      <TextInput
        {...field}
        {...(labelHidden ? { 'aria-label': label } : { label })}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open && options.length > 0}
        aria-controls={`${id}-lista`}
        aria-activedescendant={current && `${id}-${index}`}
        autoComplete="off"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setOpen(true);
        }}
        onClick={() => value === '' && setOpen(true)}
        onKeyDown={onKey}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
      />
      <div
        id={`${id}-lista`}
        role="listbox"
        aria-label={`Sugerencias de ${label}`}
        className={styles.list}
        hidden={!open || options.length === 0}
      >
        {open &&
          options.map((one, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={one.key}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === index}
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onMouseMove={() => setIndex(i)}
              onClick={() => pick(one)}
            >
              <span>{one.name}</span>
              {one.detail && <small>{one.detail}</small>}
            </div>
          ))}
      </div>
    </div>
  );
}
