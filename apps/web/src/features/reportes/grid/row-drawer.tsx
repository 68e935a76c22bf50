import { Button, Textarea } from '@mantine/core';
import { formatTaxId } from '@timbre/values';
import { useState, useSyncExternalStore } from 'react';
import { formatAmount, formatCount } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import detail from '../../../ui/detail.module.css';
import { DetailSection } from '../../../ui/detail.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import form from '../../../ui/form.module.css';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { Comprobante } from '../api.ts';
import { wordsOfMark } from '../marks.ts';
import styles from '../reportes.module.css';
import type { TipoConRespuestas } from '../search.ts';
import { SourceLink } from '../source-link.tsx';
import { dayOf, fuentes } from '../words.ts';
import { cellState, currentValue, waitingFields } from './cell-state.ts';
import { FieldInput } from './field-input.tsx';
import { type AnswerField, allFields, answerFields } from './fields.ts';
import { QuickBooksRecord } from './quickbooks-record.tsx';
import type { Change, Saver } from './saver.ts';

interface Props {
  tipo: TipoConRespuestas;
  row: Comprobante;
  saver: Saver;
  /** Why nothing may be changed. */
  refusal: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** A receipt of the report: its source, and the value of each field with the reason for it. */
export function RowDrawer({ tipo, row, saver, refusal, onPrevious, onNext, onClose }: Props) {
  const change = useSyncExternalStore(saver.subscribe, () => saver.state().changes.get(row.id));
  // A field stays where it was when the receipt was opened, so that it does not move while it is answered.
  const [asked] = useState(() => new Set(waitingFields(row, change)));
  const fields = allFields(tipo);
  const waiting = fields.filter(({ key }) => asked.has(key));
  const rest = fields.filter(({ key }) => !asked.has(key));
  const excluded = change?.excluido === undefined ? row.excluido : change.excluido;
  return (
    <Drawer title={row.ncf} noun="comprobante" onPrevious={onPrevious} onNext={onNext} onClose={onClose}>
      <div className={detail.detail}>
        <header className={detail.top}>
          <div>
            <span>
              {row.razonSocial || 'Sin nombre'} · {row.rnc ? formatTaxId(row.rnc) : 'Sin RNC'}
            </span>
            <b>RD$ {formatAmount(row.montoTotal)}</b>
            <span>
              {dayOf(row.fecha)} · ITBIS RD$ {formatAmount(row.itbis)}
            </span>
          </div>
          <Chip tone="mute">{fuentes[row.fuente]}</Chip>
        </header>
        {row.documentoId !== null && <SourceLink row={row}>Abrir el {fuentes[row.fuente]}</SourceLink>}
        {excluded !== null && (
          <Banner
            tone="warn"
            title="Excluido del reporte."
            action={
              <Button
                disabled={refusal !== undefined}
                title={refusal}
                onClick={() => saver.put([{ id: row.id, respuestas: {}, excluido: null }])}
              >
                Incluirlo otra vez
              </Button>
            }
          >
            {excluded}
          </Banner>
        )}
        {waiting.length > 0 && (
          <DetailSection title={`Por responder: ${formatCount(waiting.length)}`}>
            <Fields {...{ tipo, row, saver, change, refusal }} of={waiting} />
          </DetailSection>
        )}
        <DetailSection title="De dónde sale cada campo">
          <Fields {...{ tipo, row, saver, change, refusal }} of={rest} />
        </DetailSection>
        {row.fuente === 'quickbooks' && <QuickBooksRecord key={`${row.id} registro`} tipo={tipo} id={row.id} />}
        {excluded === null && (
          <Exclusion
            key={row.id}
            refusal={refusal}
            onExclude={(excluido) => saver.put([{ id: row.id, respuestas: {}, excluido }])}
          />
        )}
      </div>
    </Drawer>
  );
}

interface FieldsProps extends Pick<Props, 'tipo' | 'row' | 'saver' | 'refusal'> {
  of: readonly AnswerField[];
  change: Change | undefined;
}

/** Some fields of the report, each with the reason for its value. */
function Fields({ of, tipo, row, saver, change, refusal }: FieldsProps) {
  const answerable = new Set(answerFields(tipo).map(({ key }) => key));
  return (
    <ul className={styles.fields}>
      {of.map((field) => {
        const state = cellState(row, field, change);
        const reason = row.razones[field.key];
        const mark = wordsOfMark(state.mark === 'sin-guardar' ? 'respondido' : state.mark);
        const editable = answerable.has(field.key) && state.editable;
        if (!editable && state.shown === '') return null;
        return (
          <li key={field.key}>
            {editable ? (
              <FieldInput
                key={row.id}
                field={field}
                label={field.name}
                value={currentValue(row, field.key, change)}
                disabled={refusal !== undefined}
                onValue={(value) => saver.put([{ id: row.id, respuestas: { [field.key]: value } }])}
              />
            ) : (
              <p>
                <span className={text.quiet}>{field.name}</span> <b>{state.shown}</b>
              </p>
            )}
            {(reason !== undefined || state.mark === 'sin-guardar') && (
              <small>
                <Chip tone={mark.tone}>{mark.words}</Chip>
                {state.mark === 'sin-guardar' ? state.why : reason && `${reason.texto}. ${reason.fuente}`}
              </small>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const leastReason = 3;

/** Excludes a receipt from the report, with a reason that is stored in the record. */
function Exclusion({ refusal, onExclude }: { refusal: string | undefined; onExclude: (reason: string) => void }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  if (!open)
    return (
      <Button
        variant="subtle"
        className={styles.start ?? ''}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => setOpen(true)}
      >
        Excluir del reporte
      </Button>
    );
  return (
    <div className={styles.form}>
      <Textarea
        label="Por qué no se reporta"
        autoFocus
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <Button onClick={() => setOpen(false)}>Cancelar</Button>
        <Button
          variant="filled"
          disabled={reason.trim().length < leastReason}
          title="Escriba el motivo"
          onClick={() => onExclude(reason.trim())}
        >
          Excluir
        </Button>
      </div>
    </div>
  );
}
