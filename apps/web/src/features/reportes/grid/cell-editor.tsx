import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.tsx';
import styles from './answer-grid.module.css';
import { parseCell, searchCodes, showCell } from './cell-value.ts';
import type { AnswerField } from './fields.ts';
import type { Step } from './step.ts';

interface Props {
  field: AnswerField;
  label: string;
  value: string | undefined;
  /** The character that began the editing; undefined starts from the value of the cell. */
  begin: string | undefined;
  /** @param value undefined: nothing changed */
  onDone: (value: string | null | undefined, step: Step) => void;
}

/** A cell that is being edited. A code is selected by typing it or its meaning. The list at the cell shows the matches. */
export function CellEditor({ field, label, value, begin, onDone }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isCode = field.codes !== undefined;
  const before = showCell(field, value);
  const [typed, setTyped] = useState(begin ?? before);
  const [touched, setTouched] = useState(begin !== undefined);
  const [fault, setFault] = useState<string>();
  const codes = isCode ? searchCodes(field, touched ? typed : '') : [];
  /** Index of the code in the list that Enter selects; −1 for none. */
  const [at, setAt] = useState(() => (begin === undefined ? codes.findIndex(({ code }) => code === value) : 0));
  const current = codes[at];
  const done = useRef(false);

  useLayoutEffect(() => {
    input.current?.focus();
    if (begin === undefined) input.current?.select();
  }, [begin]);

  // The list is a popover, because the grid would clip it. It is placed under its cell or, if there is no room, above
  // it.
  useEffect(() => {
    const place = list.current;
    const cell = input.current?.getBoundingClientRect();
    if (!isCode || place === null || cell === undefined) return;
    place.showPopover();
    const { height } = place.getBoundingClientRect();
    const below = cell.bottom + height < window.innerHeight;
    place.style.left = `${Math.min(cell.left, window.innerWidth - place.offsetWidth - 8)}px`;
    place.style.top = `${below ? cell.bottom + 2 : Math.max(8, cell.top - height - 2)}px`;
  }, [isCode]);

  function finish(next: string | null | undefined, step: Step) {
    if (done.current) return;
    done.current = true;
    onDone(next, step);
  }

  /** Saves the typed or selected value. An invalid value stays in the cell with its error. */
  function keep(step: Step) {
    if (!touched && (current === undefined || current.code === value)) return finish(undefined, step);
    if (current !== undefined) return finish(current.code, step);
    const parsed = parseCell(field, typed);
    if (parsed.ok) finish(parsed.value, step);
    else setFault(parsed.fault);
  }

  function move(by: number) {
    if (codes.length === 0) return;
    const next = (Math.max(at, by > 0 ? -1 : 0) + by + codes.length) % codes.length;
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  /** On leaving the cell, a valid value is saved. An invalid value is reported and discarded. */
  function leave() {
    if (done.current) return;
    if (!touched) return finish(undefined, 'leave');
    const parsed = parseCell(field, typed);
    if (!parsed.ok) toast(`No se guardó «${typed}». ${parsed.fault}`, 'bad');
    finish(parsed.ok ? parsed.value : undefined, 'leave');
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    const step: Partial<Record<string, Step>> = {
      Enter: event.shiftKey ? 'up' : 'down',
      Tab: event.shiftKey ? 'left' : 'right',
    };
    const to = step[event.key];
    if (to !== undefined) {
      event.preventDefault();
      keep(to);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      finish(undefined, 'stay');
    } else if (isCode && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  return (
    <>
      <input
        ref={input}
        className={styles.input}
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-falta`}
        {...(isCode && {
          role: 'combobox',
          'aria-expanded': codes.length > 0,
          'aria-controls': `${id}-lista`,
          'aria-activedescendant': current && `${id}-${at}`,
          'aria-autocomplete': 'list' as const,
        })}
        inputMode={field.kind === 'amount' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        data-right={field.kind === 'amount'}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setTouched(true);
          setFault(undefined);
          setAt(event.currentTarget.value.trim() === '' ? -1 : 0);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {fault && (
        <span id={`${id}-falta`} role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
      {isCode && (
        <div
          ref={list}
          id={`${id}-lista`}
          popover="manual"
          role="listbox"
          aria-label={field.name}
          className={styles.codes}
        >
          {codes.length === 0 && <p>Nada coincide</p>}
          {codes.map(({ code, meaning }, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={code}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onClick={() => finish(code, 'stay')}
            >
              <b>{code}</b> {meaning}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
