import type { TipoECF } from '@timbre/values';
import { Panel } from '../../../ui/panel.tsx';
import { type TermName, WithHelp } from '../../ayuda/shared.tsx';
import styles from '../borradores.module.css';
import { occurs } from '../draft.ts';
import { useField } from '../draft-store.ts';
import { Field } from './field.tsx';

const at = 'Encabezado.IdDoc';

/** The terms of payment and the type of income. */
export function TermsPanel({ tipo }: { tipo: TipoECF }) {
  const { value: pago } = useField(`${at}.TipoPago`);
  const { value: limite } = useField(`${at}.FechaLimitePago`);
  const credit = pago === '2';
  const fields: { name: string; label: string; help?: TermName }[] = [
    { name: 'TipoPago', label: 'Condición de pago' },
    // Of credit sales alone, but a date that is left from one is a fault: it must be seen to be removed.
    ...(credit || limite ? [{ name: 'FechaLimitePago', label: 'Fecha límite de pago' }] : []),
    ...(credit ? [{ name: 'TerminoPago', label: 'Término de pago' }] : []),
  ];
  // Their choices are long: each has a row of its own.
  const choices: typeof fields = [
    { name: 'TipoIngresos', label: 'Tipo de ingresos', help: 'tipo de ingresos' },
    { name: 'IndicadorMontoGravado', label: 'Los precios', help: 'indicador de monto gravado' },
  ];
  const draw = ({ name, label, help }: (typeof fields)[number]) => {
    if (!occurs(tipo, `${at}.${name}`)) return null;
    const field = <Field key={name} path={`${at}.${name}`} tipo={tipo} label={label} />;
    return help ? (
      <WithHelp key={name} of={help}>
        {field}
      </WithHelp>
    ) : (
      field
    );
  };
  return (
    <Panel id={at} title="Condiciones">
      <div className={styles.body}>
        {fields.map(draw)}
        <Field path="Encabezado.Emisor.NumeroFacturaInterna" tipo={tipo} label="Número interno" />
        {choices.map(draw)}
      </div>
    </Panel>
  );
}
