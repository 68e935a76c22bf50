import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import text from '../../../ui/text.module.css';
import { withholdingPaths } from '../draft.ts';
import { useDraftStore } from '../draft-store.ts';
import type { WithheldGroup } from '../retenciones.ts';
import styles from './withholding.module.css';

interface Props {
  group: WithheldGroup;
  tipo: '41' | '47';
  /** It is not decided yet whether anything is withheld. */
  isAsked: boolean;
}

const titles = { ITBISServicios: 'ITBIS de los servicios', ITBISBienes: 'ITBIS de los bienes', ISR: 'ISR' } as const;

/** One withholding: base × rate, amount, lines, law and reason, with its alternatives. */
export function WithheldCard({ group, isAsked }: Props) {
  const store = useDraftStore();
  const [asksWhy, setAsksWhy] = useState(false);
  const { id, base, tasa, monto, lineas, porque, ley, clase, otras, motivo } = group;
  const title = clase === undefined ? titles[id] : `${titles[id]}, ${clase}`;
  return (
    <section className={styles.card} aria-label={title}>
      <div className={text.between}>
        <b>{title}</b>
        <b className={text.amount}>{motivo === undefined ? formatAmount(monto) : '0.00'}</b>
      </div>
      {motivo === undefined ? (
        <>
          <p className={styles.product}>
            {formatAmount(base)} × <b>{tasa}</b>
          </p>
          <p>
            {linesText(lineas)} {porque[0]?.toUpperCase()}
            {porque.slice(1)}.
          </p>
          <p className={styles.law}>{ley}</p>
        </>
      ) : (
        <p>
          {linesText(lineas)} No se retiene: {motivo}
        </p>
      )}
      {!isAsked && !asksWhy && (
        <div className={styles.choices}>
          {motivo === undefined &&
            otras.map((other) => (
              <Button
                key={other.clase}
                size="compact-sm"
                variant="subtle"
                onClick={() => store.set(withholdingPaths.clase, other.clase)}
              >
                Es {other.nombre}: {formatAmount(other.monto)}
              </Button>
            ))}
          {motivo === undefined ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setAsksWhy(true)}>
              No retener
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => store.set(withholdingPaths.motivo(id), undefined)}
            >
              Retener lo de ley
            </Button>
          )}
        </div>
      )}
      {asksWhy && (
        <WhyNot
          title={title}
          onClose={() => setAsksWhy(false)}
          onSay={(reason) => {
            store.set(withholdingPaths.motivo(id), reason);
            setAsksWhy(false);
          }}
        />
      )}
    </section>
  );
}

/** `Líneas 1 y 3.` */
export const linesText = (lineas: readonly number[]): string =>
  lineas.length === 1 ? `Línea ${lineas[0]}.` : `Líneas ${lineas.slice(0, -1).join(', ')} y ${lineas.at(-1)}.`;

/** Asks why nothing is withheld. The reason is stored in the audit trail of the company. */
function WhyNot({ title, onSay, onClose }: { title: string; onSay: (why: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      className={styles.why}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') setIsMissing(true);
        else onSay(reason.trim());
      }}
    >
      <TextInput
        label={`Por qué no retiene: ${title}`}
        description="Queda en el registro de su empresa, no en el comprobante."
        maxLength={120}
        data-autofocus
        autoFocus
        value={reason}
        error={isMissing ? 'Escriba por qué no retiene' : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={styles.choices}>
        <Button type="submit" size="compact-sm">
          No retener
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
