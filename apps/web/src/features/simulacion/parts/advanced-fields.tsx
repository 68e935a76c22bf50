import { NativeSelect, TextInput } from '@mantine/core';
import { parseRNC } from '@timbre/values';
import { type Dispatch, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { MoneyField } from '../../../ui/money-field.tsx';
import { RncField } from '../../../ui/rnc-field.tsx';
import { findTaxpayer, type Simulacion } from '../api.ts';
import { type Faults, type Form, hasBuyer, isAbroad, isNote, isPaid } from '../form.ts';
import styles from '../simulacion.module.css';
import { failures, tiposDePago } from '../words.ts';
import { ReferenceFields } from './reference-fields.tsx';

interface Props {
  simulacion: Simulacion;
  form: Form;
  faults: Faults;
  onForm: Dispatch<(form: Form) => Form>;
}

/** The data of the receipts besides their type: buyer, total, payment and, for notes, the receipt that they modify. */
export function AdvancedFields({ simulacion, form, faults, onForm }: Props) {
  const set = (part: Partial<Form>) => onForm((before) => ({ ...before, ...part }));
  return (
    <>
      <p className={styles.lead}>Lo que deje en blanco lleva datos de prueba.</p>
      <div className={styles.fields}>
        {hasBuyer(form) && <BuyerFields {...{ form, set }} />}
        <MoneyField
          label="Monto total (RD$)"
          value={form.montoTotal}
          error={faults.montoTotal}
          onChange={(montoTotal) => set({ montoTotal })}
        />
        {isPaid(form.tipo) && (
          <NativeSelect
            label="Tipo de pago"
            value={form.tipoPago}
            data={Object.entries(tiposDePago).map(([value, name]) => ({ value, label: `${value} · ${name}` }))}
            onChange={(event) => set({ tipoPago: event.currentTarget.value as Form['tipoPago'] })}
          />
        )}
      </div>
      {isNote(form.tipo) && (
        <ReferenceFields importacionId={simulacion.importacionId} form={form} faults={faults} onForm={onForm} />
      )}
    </>
  );
}

interface BuyerProps {
  form: Form;
  set: (part: Partial<Form>) => void;
}

/** The buyer. A complete RNC is looked up, and its name is filled in. */
function BuyerFields({ form, set }: BuyerProps) {
  const [looking, setLooking] = useState(false);
  const [fault, setFault] = useState<string>();
  const last = useRef('');

  async function lookUp(rnc: string) {
    last.current = rnc;
    setFault(undefined);
    set({ rncComprador: rnc });
    if (parseRNC(rnc) === undefined) return;
    setLooking(true);
    try {
      const [taxpayer] = await findTaxpayer({ query: { rnc } });
      if (last.current !== rnc) return;
      if (taxpayer) set({ razonSocialComprador: taxpayer.razonSocial.slice(0, 150) });
      else setFault(failures.unknownRNC);
    } catch (error) {
      if (last.current === rnc) setFault(messageOf(error));
    } finally {
      if (last.current === rnc) setLooking(false);
    }
  }

  return (
    <>
      {isAbroad(form.tipo) ? (
        <TextInput
          label="Identificación extranjera"
          maxLength={20}
          autoComplete="off"
          value={form.rncComprador}
          onChange={(event) => set({ rncComprador: event.currentTarget.value })}
        />
      ) : (
        <RncField
          label="RNC del comprador"
          value={form.rncComprador}
          error={fault}
          onChange={(rnc) => void lookUp(rnc)}
        />
      )}
      <TextInput
        className={styles.wide}
        label="Razón social del comprador"
        maxLength={150}
        autoComplete="off"
        description={looking ? 'Buscando en el registro de la DGII…' : undefined}
        value={form.razonSocialComprador}
        onChange={(event) => set({ razonSocialComprador: event.currentTarget.value })}
      />
    </>
  );
}
