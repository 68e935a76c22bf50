import { type ReactNode, Suspense } from 'react';
import { HelpPopover } from '../../ui/help-popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './ayuda.module.css';
import type { TermName } from './terms.ts';

export type { TermName };

const TermCard = lazyPart(async () => (await import('./term-card.tsx')).TermCard);

interface Props {
  of: TermName;
  className?: string | undefined;
}

/**
 * The explanation of a fiscal term, behind a question mark next to it. The texts are loaded when the first one is
 * opened.
 */
export const TermHelp = ({ of, className }: Props) => (
  <HelpPopover label={`Qué es ${of}`} className={className}>
    <Suspense fallback={<Skeleton rows={3} />}>
      <TermCard of={of} />
    </Suspense>
  </HelpPopover>
);

/** A form control with its help at the end of the line of its label. Outside the label: it is no part of the name. */
export const WithHelp = ({ of, children }: { of: TermName; children: ReactNode }) => (
  <div className={styles.field}>
    {children}
    <TermHelp of={of} />
  </div>
);
