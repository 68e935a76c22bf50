import card from '../../../ui/card.module.css';
import type { PanelProps } from '../panel-props.ts';
import { RangosNC } from './rangos-nc.tsx';
import { Secuencias } from './secuencias.tsx';

/** Tab 4: the ranges of credit notes, and those of every type of e-CF. */
export const RangosPanel = (props: PanelProps) => (
  <div className={card.stack}>
    <RangosNC {...props} />
    <Secuencias {...props} />
  </div>
);
