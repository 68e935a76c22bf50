import { DatePicker, MonthPicker } from '@mantine/dates';
import 'dayjs/locale/es';
import { parseISODate, periodoOf } from '@timbre/values';
import { useState } from 'react';
import { isoDay } from '../lib/format.ts';
import { monthPeriod, type Period } from '../lib/period.ts';
import styles from './calendar.module.css';
import { calendarWords } from './calendar-words.ts';

interface Props {
  /** Whether a month is selected; otherwise, the first and the last day. */
  whole: boolean;
  period: Period;
  onChoose: (period: Period) => void;
}

/** A calendar in Spanish to select a month, or the days from one to another. */
export function PeriodCalendar({ whole, period, onChoose }: Props) {
  const [shown, setShown] = useState(period.hasta ?? isoDay(Date.now()));
  const [days, setDays] = useState<[string | null, string | null]>([period.desde ?? null, period.hasta ?? null]);
  const common = {
    unstyled: true,
    classNames: styles,
    locale: 'es',
    ariaLabels: calendarWords,
    date: shown,
    onDateChange: setShown,
  } as const;
  if (whole)
    return (
      <MonthPicker
        {...common}
        value={period.desde ?? null}
        onChange={(day) => {
          const first = day === null ? undefined : parseISODate(day);
          if (first) onChoose(monthPeriod(periodoOf(first)));
        }}
      />
    );
  return (
    <DatePicker
      {...common}
      type="range"
      allowSingleDateInRange
      firstDayOfWeek={0}
      hideOutsideDates
      highlightToday
      value={days}
      onChange={(next) => {
        setDays(next);
        const [desde, hasta] = next;
        if (desde && hasta) onChoose({ desde, hasta });
      }}
    />
  );
}
