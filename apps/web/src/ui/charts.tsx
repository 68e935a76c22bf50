import { type PointerEvent, type ReactNode, useState } from 'react';
import styles from './charts.module.css';

/** A value of a chart. */
export interface Datum {
  readonly key: string;
  /** The label under the bar or in the legend. */
  readonly label: string;
  /** The size of the bar or slice. The texts carry the value for the user. */
  readonly value: number;
  /** The text next to it: its figure or its percentage. */
  readonly figure: string;
  /** The text of its tooltip. */
  readonly tip: string;
}

interface Props {
  data: readonly Datum[];
  /** A description of the chart, in one sentence. */
  label: string;
}

/** The position and the text of a chart's tooltip. */
interface Tip {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Shows the text of the pointed mark in a tooltip. */
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

/** A bar chart. The bars grow from zero when they appear. */
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

/** Circumference 100: the length of a slice is its percentage. */
const radius = 100 / (2 * Math.PI);
const middle = 21;

/**
 * A ring chart of the parts of a whole, with a legend.
 *
 * @param center the whole, inside the ring: its name, and its figure in few characters
 */
export function DoughnutChart({ data, label, center }: Props & { center: { name: string; figure: string } }) {
  const { over, shown } = useTip();
  const total = data.reduce((sum, { value }) => sum + value, 0);
  let before = 0;
  return (
    <div className={styles.doughnut} role="img" aria-label={label}>
      <svg viewBox="0 0 42 42" className={styles.ring} aria-hidden="true">
        {data.map(({ key, value, tip }, i) => {
          const length = (value / total) * 100;
          const offset = 25 - before; // starts at twelve o'clock
          before += length;
          return (
            <circle
              key={key}
              className={styles.slice}
              cx={middle}
              cy={middle}
              r={radius}
              stroke={colorOf(i)}
              strokeDasharray={`${length} ${100 - length}`}
              strokeDashoffset={offset}
              {...over(tip)}
            />
          );
        })}
        <text className={styles.total} x={middle} y={middle + 0.5}>
          {center.figure}
        </text>
        <text className={styles.whole} x={middle} y={middle + 5}>
          {center.name}
        </text>
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

/** The palette has six colours; no chart here has more parts. */
const colorOf = (i: number): string => `var(--chart-${(i % 6) + 1})`;
