import type { TipoECF } from '@timbre/values';
import { Fragment } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { TermHelp } from '../../ayuda/shared.tsx';
import styles from '../borradores.module.css';
import { useDraft } from '../draft-store.ts';

/** The amounts that are shown, in the order of a printed invoice. */
const shown = [
  ['MontoGravadoI1', 'Gravado a 18 %'],
  ['MontoGravadoI2', 'Gravado a 16 %'],
  ['MontoGravadoI3', 'Gravado a 0 %'],
  ['MontoExento', 'Exento'],
  ['MontoNoFacturable', 'No facturable'],
  ['TotalITBIS1', 'ITBIS 18 %'],
  ['TotalITBIS2', 'ITBIS 16 %'],
  ['MontoImpuestoAdicional', 'Otros impuestos'],
  ['TotalITBISRetenido', 'ITBIS retenido'],
  ['TotalISRRetencion', 'ISR retenido'],
] as const;

/** Totals that have their own panel in types 41 and 47. */
const withheld: ReadonlySet<string> = new Set(['TotalITBISRetenido', 'TotalISRRetencion']);

/** The totals, computed while lines are written. */
export function TotalsPanel({ tipo }: { tipo: TipoECF }) {
  const totales = useDraft(({ judgement }) => judgement?.totales);
  return (
    <Panel id="Encabezado.Totales" title="Totales" actions={<TermHelp of="monto gravado" />}>
      <dl className={styles.totals} aria-live="polite">
        {shown.map(
          ([name, label]) =>
            totales?.[name] !== undefined &&
            !(withheld.has(name) && (tipo === '41' || tipo === '47')) &&
            Number(totales[name]) !== 0 && (
              <Fragment key={name}>
                <dt>{label}</dt>
                <dd>{formatAmount(totales[name])}</dd>
              </Fragment>
            ),
        )}
        <dt className={styles.sum}>Total RD$</dt>
        <dd className={styles.sum}>{totales ? formatAmount(totales.MontoTotal ?? '0') : '—'}</dd>
      </dl>
    </Panel>
  );
}
