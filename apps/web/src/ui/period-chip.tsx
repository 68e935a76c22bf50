import { Suspense, useState } from 'react';
import { namedPeriods, type Period, periodName } from '../lib/period.ts';
import chip from './filter-chip.module.css';
import { FilterChip } from './filter-chip.tsx';
import { lazyPart } from './lazy-part.tsx';
import styles from './period-chip.module.css';
import { Segmented } from './segmented.tsx';
import { Skeleton } from './skeleton.tsx';

// The calendars and their library are loaded when the choices are first opened.
const PeriodCalendar = lazyPart(async () => (await import('./period-calendar.tsx')).PeriodCalendar);

interface Props {
  /** The meaning of the dates: `Emisión`. */
  name: string;
  period: Period;
  onChange: (period: Period) => void;
}

const ways = [
  { value: 'periodo', label: 'Periodo' },
  { value: 'mes', label: 'Mes' },
  { value: 'dias', label: 'Entre fechas' },
] as const;

/** A filter by dates: a named period, a month, or from one day to another. Its texts do not depend on the browser. */
export function PeriodChip({ name, period, onChange }: Props) {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('periodo');
  const [now] = useState(() => Date.now());
  return (
    <FilterChip name={name} value={periodName(period, now)} onClear={() => onChange({})}>
      {(close) => {
        const choose = (next: Period) => {
          onChange(next);
          close();
        };
        return (
          <div className={styles.choices}>
            <Segmented label="Forma de elegir" options={ways} value={way} onChange={setWay} />
            {way === 'periodo' ? (
              namedPeriods(now).map((named) => (
                <button
                  key={named.name}
                  type="button"
                  className={chip.choice}
                  aria-pressed={named.period.desde === period.desde && named.period.hasta === period.hasta}
                  onClick={() => choose(named.period)}
                >
                  {named.name}
                </button>
              ))
            ) : (
              <Suspense fallback={<Skeleton rows={6} />}>
                <PeriodCalendar key={way} whole={way === 'mes'} period={period} onChoose={choose} />
              </Suspense>
            )}
          </div>
        );
      }}
    </FilterChip>
  );
}
