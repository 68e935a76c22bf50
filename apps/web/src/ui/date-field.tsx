import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { displayFecha } from '@timbre/values';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { parseTypedDate } from '../lib/typed-date.ts';
import styles from './date-field.module.css';
import { lazyPart } from './lazy-part.tsx';
import { Skeleton } from './skeleton.tsx';

// The calendar and its library are loaded when one is first opened.
const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar);

interface Props {
  id?: string;
  label: string;
  /** The label is only for screen readers: the field is in a filter bar. */
  labelHidden?: boolean;
  /** yyyy-MM-dd; '' for none. */
  value: string;
  /** The first and the last day that the calendar offers, yyyy-MM-dd. */
  min?: string;
  max?: string;
  /** Receives a complete date, or '' if the field was left empty or with an invalid text. */
  onChange: (iso: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  title?: string | undefined;
  className?: string | undefined;
}

const display = (iso: string): string => (iso ? displayFecha(iso) : '');
const notADate = 'Escriba día, mes y año: 31/12/2026';

/** A date, typed as dd/mm/aaaa or selected in a calendar. It does not depend on the language of the browser. */
export function DateField({ label, labelHidden, value, min = '', max = '', onChange, error, ...field }: Props) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(() => display(value));
  const [left, setLeft] = useState(false);
  const [opened, setOpened] = useState(false);
  const date = parseTypedDate(typed);
  const wrong = left && typed.trim() !== '' && date === undefined;

  // The date was changed from outside. Text being typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value replaces the text
  useEffect(() => {
    if (value !== (date ?? '')) setTyped(display(value));
  }, [value]);

  function type(text: string) {
    setTyped(text);
    setLeft(false);
    const next = text.trim() === '' ? '' : parseTypedDate(text);
    if (next !== undefined && next !== value) onChange(next);
  }

  /** Accepts the typed text as the value: formats a date, and clears the value for any other text. */
  function settle() {
    setLeft(true);
    if (date) setTyped(display(date));
    else if (value !== '') onChange('');
  }

  function choose(iso: string) {
    setTyped(display(iso));
    popover.current?.hidePopover();
    if (iso !== value) onChange(iso);
  }

  return (
    <TextInput
      {...field}
      {...(labelHidden ? { 'aria-label': label } : { label })}
      inputMode="numeric"
      autoComplete="off"
      placeholder={labelHidden ? label : 'dd/mm/aaaa'}
      maxLength={10}
      value={typed}
      error={wrong ? notADate : error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <button
            type="button"
            className={styles.open}
            disabled={field.disabled}
            aria-label={`Calendario de ${label}`}
            title="Abrir el calendario"
            aria-haspopup="dialog"
            popoverTarget={id}
            onPointerEnter={() => void Calendar.preload()}
          >
            <IconCalendar size={18} stroke={1.7} aria-hidden="true" />
          </button>
          <div
            ref={popover}
            id={id}
            popover="auto"
            role="dialog"
            aria-label={`Calendario de ${label}`}
            className={styles.calendar}
            onToggle={(event) => setOpened(event.newState === 'open')}
          >
            {opened && (
              <Suspense fallback={<Skeleton rows={6} />}>
                <Calendar value={date ?? ''} min={min} max={max} onChoose={choose} />
              </Suspense>
            )}
          </div>
        </>
      }
    />
  );
}
