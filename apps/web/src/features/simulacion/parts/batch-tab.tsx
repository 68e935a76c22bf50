import { TextInput } from '@mantine/core';
import { featureConstants } from '@timbre/contract/tables';
import { type Dispatch, useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { batchFault, numbersOf, type Quantities, quantityFault, standardQuantities, totalOf } from '../batch.ts';
import { sequenceFault, wholeNumber } from '../form.ts';
import type { Running } from '../receipts.ts';
import styles from '../simulacion.module.css';
import type { Generation } from '../use-generation.ts';

const { loteEstandar } = featureConstants.simulacion;

interface Props {
  /** Number of receipts that exist already. */
  count: number;
  quantities: Quantities;
  onQuantities: Dispatch<Quantities>;
  lock: string | undefined;
  running: Running | undefined;
  generation: Generation;
}

/** A batch: the quantity of each class and the first sequence. */
export function BatchTab({ count, quantities, onQuantities, lock, running, generation }: Props) {
  const { noEmite } = useSesion();
  const [desde, setDesde] = useState('');
  const refusal = noEmite ?? lock;
  const fromFault = sequenceFault(desde);
  const customRefusal = refusal ?? fromFault ?? batchFault(quantities);
  const clearRefusal = refusal ?? (count === 0 ? 'No hay comprobantes que borrar' : undefined);
  const from = wholeNumber(desde);
  return (
    <Panel
      title="Batch Estándar"
      note="Las cantidades iniciales son las que pide la DGII. Las notas modifican facturas del mismo batch."
      actions={
        <ActionButton size="compact-sm" variant="subtle" onClick={() => onQuantities(standardQuantities)}>
          Restablecer cantidades
        </ActionButton>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (customRefusal === undefined) void generation.custom(numbersOf(quantities), from);
        }}
      >
        <div className={styles.fields}>
          <TextInput
            label="Desde secuencia"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder="La siguiente de cada tipo"
            value={desde}
            error={fromFault}
            onChange={(event) => setDesde(event.currentTarget.value)}
          />
        </div>
        <fieldset className={styles.quantities}>
          <legend>Cantidad por tipo</legend>
          {loteEstandar.map(({ clase, tipo, nombre }) => (
            <TextInput
              key={clase}
              label={`${tipo} · ${nombre}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={quantities[clase]}
              error={quantityFault(quantities[clase])}
              onChange={(event) => onQuantities({ ...quantities, [clase]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
        <div className={styles.end}>
          <p className={styles.next} role="status">
            Total <output>{formatCounted(totalOf(quantities), 'comprobante')}</output>
          </p>
          <p className={styles.refusal} role="status">
            {customRefusal}
          </p>
          <ConfirmButton
            disabled={clearRefusal !== undefined}
            loading={running === 'clearing'}
            title={clearRefusal ?? `Borrar ${formatCounted(count, 'comprobante')}`}
            onConfirm={() => void generation.clear()}
            question={{
              title: `Borrar ${formatCounted(count, 'comprobante')}`,
              detail: 'Salen de la simulación. Los que tomaron su número siguen en Facturas.',
              confirm: `Borrar ${formatCount(count)}`,
            }}
          >
            Borrar todo
          </ConfirmButton>
          <ActionButton
            disabled={refusal !== undefined}
            loading={running === 'standard'}
            title={refusal}
            onClick={() => void generation.standard(fromFault === undefined ? from : undefined)}
          >
            Generar todo estándar
          </ActionButton>
          <ActionButton
            type="submit"
            variant={count === 0 ? 'filled' : 'default'}
            disabled={customRefusal !== undefined}
            loading={running === 'custom'}
            title={customRefusal}
          >
            Ejecutar Batch
          </ActionButton>
        </div>
      </form>
    </Panel>
  );
}
