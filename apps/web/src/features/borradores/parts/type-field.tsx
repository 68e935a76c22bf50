import { NativeSelect } from '@mantine/core';
import { TipoeCF } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import card from '../../../ui/card.module.css';
import { WithHelp } from '../../ayuda/shared.tsx';
import styles from '../borradores.module.css';
import { ofType, tipoPath } from '../draft.ts';
import { useDraftStore, useField } from '../draft-store.ts';

/** The type of the receipt. Choosing another type removes from the draft the elements that it does not have. */
export function TypeField() {
  const store = useDraftStore();
  const { value } = useField(tipoPath);
  return (
    <section className={card.card} aria-label="Tipo de comprobante">
      <div className={`${styles.body} ${styles.first}`}>
        <WithHelp of="tipo de e-CF">
          <NativeSelect
            id={tipoPath}
            label="Tipo de comprobante"
            value={value}
            onChange={(event) => store.setTree(ofType(store.state().tree, event.currentTarget.value as TipoECF))}
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
