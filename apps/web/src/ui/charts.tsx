import { type PointerEvent, type ReactNode, useState } from 'react';
import styles from './charts.module.css';

/** A value of a chart. */
export interface Datum {
  readonly key: string;
  /** Under the bar, or in the legend. */
  readonly label: string;
  /** How large it is drawn; what is read is in the texts. */
  readonly value: number;
  /** Beside it: its figure, or its percent. */
  readonly figure: string;
  /** What is said of it when it is pointed at. */
  readonly tip: string;
}

interface Props {
  data: readonly Datum[];
  /** What the picture shows, in a sentence. */
  label: string;
}

/** Where the pointer is over a chart, and what is said there. */
interface Tip {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Shows the text of whatever is pointed at, beside it. */
function useTip() {
  const [tip, setTip] = useState<Tip>();
  const over = (text: string) => ({
    onPointerMove: ({ clientX, clientY }: PointerEvent) => setTip({ x: clientX, y: clientY, text }),
    onPointerLeave: () => setTip(undefined),
  });
  const shown: ReactNode = tip && (
    <div className={styles.tip} style={{ left: tip.x, top: tip.y }} data-left={tip.x > innerWidth / 2}>
      {tip.text}
    </div>
  );
  return { over, shown };
}

/** Bars side by side; they grow from nothing when they appear. */
export function BarChart({ data, label }: Props) {
  const { over, shown } = useTip();
  const greatest = Math.max(...data.map(({ value }) => value), 1);
  return (
    <div className={styles.bars} role="img" aria-label={label}>
      {data.map(({ key, label: name, value, figure, tip }) => (
        <div key={key} className={styles.column} {...over(tip)}>
          <div className={styles.track}>
            <span className={styles.figure}>{figure}</span>
            <div
              className={styles.bar}
              style={{ height: `${(value / greatest) * 88}%`, opacity: 0.6 + 0.4 * (value / greatest) }}
            />
          </div>
          <span className={styles.name}>{name}</span>
        </div>
      ))}
      {shown}
    </div>
  );
}

/** Circumference 100: a slice is as long as its percent. */
const radius = 100 / (2 * Math.PI);
const center = 21;

/** Parts of a whole as a ring, with their legend. */
export function DoughnutChart({ data, label }: Props) {
  const { over, shown } = useTip();
  const total = data.reduce((sum, { value }) => sum + value, 0);
  let before = 0;
  return (
    <div className={styles.doughnut} role="img" aria-label={label}>
      <svg viewBox="0 0 42 42" className={styles.ring} aria-hidden="true">
        {data.map(({ key, value, tip }, i) => {
          const length = (value / total) * 100;
          const offset = 25 - before; // from twelve o'clock
          before += length;
          return (
            <circle
              key={key}
              className={styles.slice}
              cx={center}
              cy={center}
              r={radius}
              stroke={colorOf(i)}
              strokeDasharray={`${length} ${100 - length}`}
              strokeDashoffset={offset}
              {...over(tip)}
            />
          );
        })}
      </svg>
      <ul className={styles.legend}>
        {data.map(({ key, label: name, figure, tip }, i) => (
          <li key={key} {...over(tip)}>
            <span style={{ background: colorOf(i) }} />
            <div>{name}</div>
            <b>{figure}</b>
          </li>
        ))}
      </ul>
      {shown}
    </div>
  );
}

/** The palette has six colours; no whole here has more parts. */
const colorOf = (i: number): string => `var(--chart-${(i % 6) + 1})`;
