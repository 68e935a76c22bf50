import type { ReactNode } from 'react';
import styles from './detail.module.css';

/** A part of the detail in a drawer, under its title. */
export const DetailSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className={styles.subtitle}>{title}</h3>
    {children}
  </section>
);

/** The name of a fact, its value, and the help shown after the name. */
export type Fact = readonly [name: string, value: ReactNode, help?: ReactNode];

/** The facts of a detail, each name with its value. */
export const FactList = ({ of, label }: { of: readonly Fact[]; label?: string }) => (
  <dl className={styles.facts} aria-label={label}>
    {of.map(([name, value, help]) => (
      <div key={name}>
        <dt>
          {name}
          {help}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
