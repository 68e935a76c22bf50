import { NativeSelect, TextInput } from '@mantine/core';
import { formatISODate, parseFecha } from '@timbre/values';
import { type Dispatch, useCallback, useRef, useState } from 'react';
import { formatAmount, formatDate, isoDay } from '../../../lib/format.ts';
import { readENCF } from '../../../lib/typed-encf.ts';
import { Combobox, type Suggestion } from '../../../ui/combobox.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { findModified } from '../api.ts';
import { type Faults, type Form, fechaOf, type Modified, modifiedFault, withModified } from '../form.ts';
import styles from '../simulacion.module.css';
import { codigosDeModificacion } from '../words.ts';

interface Props {
  /** The import of the receipts; null if there are none. */
  importacionId: string | null;
  form: Form;
  faults: Faults;
  onForm: Dispatch<(form: Form) => Form>;
}

interface ReceiptSuggestion extends Suggestion, Modified {}

const suggested = async (id: string, text: string, signal: AbortSignal): Promise<readonly ReceiptSuggestion[]> =>
  (await findModified(id, text, signal)).map(({ eNCF, fecha, monto }) => ({
    key: eNCF,
    eNCF,
    fecha,
    name: `${eNCF} · RD$ ${formatAmount(monto)}`,
    detail: formatDate(fecha),
  }));

/** Which receipt a note modifies, its date, and why. @source specification 001 §2.7 */
export function ReferenceFields({ importacionId, form, faults, onForm }: Props) {
  /** The fields that lost the focus: only these show their errors. */
  const [leftFields, setLeftFields] = useState<ReadonlySet<keyof Form>>(new Set());
  const leave = (field: keyof Form) => setLeftFields((before) => new Set(before).add(field));
  const faultOf = (field: keyof Form) => (leftFields.has(field) ? faults[field] : undefined);
  const set = (part: Partial<Form>) => onForm((before) => ({ ...before, ...part }));
  const typed = useRef('');

  const search = useCallback(
    (text: string, signal: AbortSignal) =>
      importacionId === null ? Promise.resolve([]) : suggested(importacionId, text, signal),
    [importacionId],
  );

  /** Takes the typed NCF at once. If it is among the receipts, its date follows. */
  async function type(text: string) {
    const ncf = readENCF(text);
    typed.current = ncf;
    onForm((before) => withModified(before, ncf, undefined));
    if (importacionId === null || modifiedFault(ncf) !== undefined || ncf === '') return;
    // If the search fails, nothing is copied: the user types the date.
    const receipts = await findModified(importacionId, ncf).catch(() => []);
    const receipt = receipts.find(({ eNCF }) => eNCF === ncf);
    if (receipt && typed.current === ncf) onForm((before) => withModified(before, ncf, receipt));
  }

  const fecha = parseFecha(form.fechaNcfModificado);
  return (
    <fieldset className={styles.reference}>
      <legend>Comprobante que modifica</legend>
      <p className={styles.lead}>Sin NCF, la nota modifica una factura de la simulación.</p>
      <div className={styles.fields}>
        <Combobox
          label="NCF modificado"
          placeholder="Elija uno o escríbalo"
          maxLength={19}
          value={form.ncfModificado}
          search={search}
          error={form.ncfModificado === '' ? faultOf('ncfModificado') : faults.ncfModificado}
          onChange={(text) => void type(text.toUpperCase())}
          onPick={(receipt) => {
            typed.current = receipt.eNCF;
            onForm((before) => withModified(before, receipt.eNCF, receipt));
          }}
          onBlur={() => leave('ncfModificado')}
        />
        <DateField
          label="Fecha del NCF modificado"
          value={fecha ? formatISODate(fecha) : ''}
          max={isoDay(Date.now())}
          error={fecha || leftFields.size > 0 ? faults.fechaNcfModificado : undefined}
          onChange={(iso) => set({ fechaNcfModificado: fechaOf(iso) })}
        />
        <NativeSelect
          label="Código de modificación"
          className={styles.wide}
          value={form.codigoModificacion}
          data={Object.entries(codigosDeModificacion).map(([value, name]) => ({ value, label: `${value} · ${name}` }))}
          onChange={(event) => {
            const codigoModificacion = event.currentTarget.value as Form['codigoModificacion'];
            set({ codigoModificacion, razonModificacion: codigosDeModificacion[codigoModificacion] });
          }}
        />
        <TextInput
          className={styles.wide}
          label="Razón de la modificación"
          maxLength={90}
          autoComplete="off"
          value={form.razonModificacion}
          error={faultOf('razonModificacion')}
          onChange={(event) => set({ razonModificacion: event.currentTarget.value })}
          onBlur={() => leave('razonModificacion')}
        />
      </div>
    </fieldset>
  );
}
