import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/es';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isoDay } from '../lib/format.ts';
import styles from './calendar.module.css';
import { dayAfterKey } from './calendar-keys.ts';
import { calendarWords } from './calendar-words.ts';

interface Props {
  /** yyyy-MM-dd; '' for none. */
  value: string;
  /** yyyy-MM-dd; '' for no limit. */
  min: string;
  max: string;
  onChoose: (iso: string) => void;
}

/** A month in Spanish, to select a day. It takes the focus when it appears, and the keys move through the days. */
export function Calendar({ value, min, max, onChoose }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [today] = useState(() => isoDay(Date.now()));
  const [shown, setShown] = useState(value || within(today, min, max));
  /** The day that gets the focus once its month is shown. */
  const [focused, setFocused] = useState(shown);
  useEffect(() => root.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus(), [focused]);

  function onKeyDownCapture(event: KeyboardEvent) {
    const from = (event.target as HTMLElement).dataset.day;
    const to = from && dayAfterKey(from, event.key, event.shiftKey);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    const day = within(to, min, max);
    setShown(day);
    setFocused(day);
  }

  return (
    <div ref={root} onKeyDownCapture={onKeyDownCapture}>
      <DatePicker
        unstyled
        classNames={styles}
        locale="es"
        firstDayOfWeek={0}
        hideOutsideDates
        highlightToday
        ariaLabels={calendarWords}
        value={value || null}
        date={shown}
        onDateChange={setShown}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        getDayProps={(day) => ({
          'data-day': day,
          'aria-current': day === today ? 'date' : undefined,
          'aria-pressed': day === value,
        })}
        onChange={(day) => onChoose(day ?? value)}
      />
    </div>
  );
}

/** The day itself, or the limit that it exceeds. */
const within = (day: string, min: string, max: string): string =>
  min && day < min ? min : max && day > max ? max : day;
