import { NativeSelect, TextInput } from '@mantine/core';
import { simpleTypeOf } from '@timbre/ecf';
import { formatISODate, parseFecha, parseISODate, type TipoECF } from '@timbre/values';
import { useCallback } from 'react';
import { plainText } from '../../../lib/matching.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { schemaAt } from '../draft.ts';
import { useField } from '../draft-store.ts';
import { labelOf } from '../labels.ts';

interface Props {
  path: string;
  tipo: TipoECF;
  /** Used if the name of the element does not serve as the label. */
  label?: string;
  className?: string | undefined;
  /** Shown while the field is empty. */
  placeholder?: string | undefined;
}

const mostListed = 40;
/** A code with a longer name is cut in a column of the form: its field takes the whole row. */
const longName = 28;

/** The field of an element, as the schema describes it: a date, one of its codes, an amount or a text. */
export function Field({ path, tipo, label: ownLabel, ...rest }: Props) {
  const node = schemaAt(path);
  const { value, error, set, leave } = useField(path);
  if (node?.type === undefined) return null;
  const { codes, length, base } = simpleTypeOf(node.type, tipo);
  const isRequired = node.occurs(tipo)[0] > 0;
  const label = ownLabel ?? labelOf(node.name);
  const { placeholder, ...others } = rest;
  const field = { ...others, label, error };
  const shown = placeholder === undefined ? {} : { placeholder };
  if (node.type === 'Fecha') {
    const fecha = parseFecha(value);
    return (
      <DateField
        {...field}
        id={path}
        value={fecha ? formatISODate(fecha) : ''}
        onChange={(iso) => {
          set(parseISODate(iso) ?? '');
          leave();
        }}
      />
    );
  }
  const entries = codes && Object.entries(codes);
  if (entries && entries.length > mostListed)
    return <CodeField {...field} {...shown} path={path} entries={entries as readonly (readonly [string, string])[]} />;
  if (entries)
    return (
      <NativeSelect
        {...field}
        {...(entries.some(([, nombre]) => String(nombre).length > longName) && { 'data-long': true })}
        id={path}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={leave}
        data={[
          ...(isRequired && value ? [] : [{ value: '', label: '—' }]),
          ...entries.map(([codigo, nombre]) => ({ value: codigo, label: String(nombre) })),
        ]}
      />
    );
  if (base === 'decimal')
    return (
      <MoneyField
        {...field}
        id={path}
        unpadded={!isMoney(node.type) || node.name.startsWith('Cantidad')}
        value={value}
        onChange={set}
        onBlur={leave}
      />
    );
  return (
    <TextInput
      {...field}
      {...shown}
      id={path}
      inputMode={base === 'integer' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={length?.[1] ?? 40}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      onBlur={leave}
    />
  );
}

/** Types of the format that are amounts of money; the other decimals are quantities and rates. */
const isMoney = (type: string): boolean => /^(Monto|Precio)/.test(type);

/** One of many codes, selected by part of its name. */
function CodeField({
  path,
  entries,
  ...field
}: {
  path: string;
  entries: readonly (readonly [string, string])[];
  label: string;
  placeholder?: string;
}) {
  const { value, set, leave } = useField(path);
  const search = useCallback(
    async (text: string) =>
      entries
        .filter(([codigo, nombre]) => plainText(`${codigo} ${nombre}`).includes(plainText(text)))
        .slice(0, 20)
        .map(([key, name]) => ({ key, name, detail: key })),
    [entries],
  );
  const chosen = entries.find(([codigo]) => codigo === value)?.[1];
  return (
    <Combobox
      placeholder="Escriba para buscar"
      {...field}
      id={path}
      maxLength={80}
      value={chosen ?? value}
      search={search}
      onChange={set}
      onPick={({ key }) => set(key)}
      onBlur={leave}
    />
  );
}
