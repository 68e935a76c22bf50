import { NativeSelect } from '@mantine/core';
import { TipoeCF } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { useRef } from 'react';
import card from '../../../ui/card.module.css';
import { toast } from '../../../ui/toast.tsx';
import { WithHelp } from '../../ayuda/shared.tsx';
import styles from '../borradores.module.css';
import { tipoPath } from '../draft.ts';
import { useDraftStore, useField } from '../draft-store.ts';
import { type Conversion, changeType } from '../type-change.ts';

/**
 * The type of the receipt. Choosing another type removes from the draft the elements that it does not have, and taxes
 * the lines as it may.
 */
export function TypeField() {
  const store = useDraftStore();
  const { value } = useField(tipoPath);
  const earlier = useRef<Conversion>(undefined);

  function choose(tipo: TipoECF) {
    const { tree, conversion, notice } = changeType(store.state().tree, tipo, earlier.current);
    earlier.current = conversion;
    store.setTree(tree);
    if (notice) toast(notice);
  }

  return (
    <section className={card.card} aria-label="Tipo de comprobante">
      <div className={`${styles.body} ${styles.first}`}>
        <WithHelp of="tipo de e-CF">
          <NativeSelect
            id={tipoPath}
            label="Tipo de comprobante"
            value={value}
            onChange={(event) => choose(event.currentTarget.value as TipoECF)}
            data={Object.entries(TipoeCF).map(([codigo, nombre]) => ({
              value: codigo,
              label: `E${codigo} · ${nombre}`,
            }))}
          />
        </WithHelp>
      </div>
    </section>
  );
}
