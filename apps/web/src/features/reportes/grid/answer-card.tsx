import { useSyncExternalStore } from 'react';
import { formatAmount, formatCounted } from '../../../lib/format.ts';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { Comprobante } from '../api.ts';
import { dayOf } from '../words.ts';
import { waitingFields } from './cell-state.ts';
import { FieldInput } from './field-input.tsx';
import type { AnswerField } from './fields.ts';
import type { Saver } from './saver.ts';

export const answerCardHeight = 178;

interface Props {
  row: Comprobante;
  fields: readonly AnswerField[];
  saver: Saver;
  onOpen: (row: Comprobante) => void;
}

/** A receipt on a phone: one field at a time. Answering a field shows the next one. */
export function AnswerCard({ row, fields, saver, onOpen }: Props) {
  const change = useSyncExternalStore(saver.subscribe, () => saver.state().changes.get(row.id));
  const waiting = waitingFields(row, change);
  const field = fields.find(({ key }) => waiting.includes(key));
  return (
    <>
      <span className={text.between}>
        <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => onOpen(row)}>
          {row.ncf}
        </button>
        {row.excluido !== null ? (
          <Chip tone="mute">Excluido</Chip>
        ) : waiting.length > 0 ? (
          <Chip tone="warn">{formatCounted(waiting.length, 'pendiente')}</Chip>
        ) : (
          <Chip tone="ok">Completa</Chip>
        )}
      </span>
      <span className={text.cut}>{row.razonSocial || row.rnc || 'Sin nombre'}</span>
      <span className={text.between}>
        <span className={text.quiet}>{dayOf(row.fecha)}</span>
        <b className={text.amount}>RD$ {formatAmount(row.montoTotal)}</b>
      </span>
      {field ? (
        <FieldInput
          key={field.key}
          field={field}
          label={field.name}
          value={undefined}
          onValue={(value) => saver.put([{ id: row.id, respuestas: { [field.key]: value } }])}
        />
      ) : (
        <span className={text.quiet}>Toque el NCF para ver o cambiar sus respuestas.</span>
      )}
    </>
  );
}
