import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import {
  type Account,
  type AccountMapping,
  addAccount,
  type IndexedCatalogue,
  type MappedReport,
  type MappingField,
  mappingFields,
  progressOf,
  removeAccount,
} from '@timbre/reports';
import { memo, useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import styles from '../mapeo.module.css';
import type { UseMapeo } from '../use-mapeo.ts';
import { AccountPicker } from './account-picker.tsx';
import { CatalogueTable } from './catalogue-table.tsx';

interface Props {
  reporte: MappedReport;
  index: IndexedCatalogue;
  mapeo: AccountMapping;
  refusal: string | undefined;
  onChange: UseMapeo['change'];
}

const none: readonly string[] = [];

/** The fields of a report with the accounts that feed each, next to the catalogue. */
export function FieldsView({ reporte, index, mapeo, refusal, onChange }: Props) {
  const mapping = reporte === '606' ? mapeo.mapping606 : mapeo.mapping607;
  const avance = progressOf(reporte, mapeo);
  const byId = useMemo(() => new Map(index.map(({ cuenta }) => [cuenta.id, cuenta])), [index]);
  const fieldsOf = useMemo(() => {
    const fields = new Map<string, string>();
    for (const { id, nombre } of mappingFields[reporte])
      for (const cuenta of mapping[id] ?? none)
        fields.set(cuenta, fields.has(cuenta) ? `${fields.get(cuenta)}, ${nombre}` : nombre);
    return fields;
  }, [reporte, mapping]);
  const add = useCallback(
    (campo: string, cuenta: string) => onChange((before) => addAccount(before, reporte, campo, [cuenta])),
    [reporte, onChange],
  );
  const remove = useCallback(
    (campo: string, cuenta: string) => onChange((before) => removeAccount(before, reporte, campo, cuenta)),
    [reporte, onChange],
  );
  return (
    <div className={styles.columns}>
      <Panel
        title={`Campos del ${reporte}`}
        note={`${avance.mapeados} de ${avance.total} campos con cuentas · ${avance.porciento} %`}
      >
        <ul>
          {mappingFields[reporte].map((campo) => (
            <FieldRow
              key={campo.id}
              campo={campo}
              ids={mapping[campo.id] ?? none}
              index={index}
              byId={byId}
              disabled={refusal !== undefined}
              onAdd={add}
              onRemove={remove}
            />
          ))}
        </ul>
      </Panel>
      <CatalogueTable index={index} assigned={fieldsOf} assignedHeader="Campo" />
    </div>
  );
}

interface RowProps {
  campo: MappingField;
  ids: readonly string[];
  index: IndexedCatalogue;
  byId: ReadonlyMap<string, Account>;
  disabled: boolean;
  onAdd: (campo: string, cuenta: string) => void;
  onRemove: (campo: string, cuenta: string) => void;
}

/** Number of accounts of a field that are shown at first. */
const fewAccounts = 12;

const FieldRow = memo(function FieldRow({ campo, ids, index, byId, disabled, onAdd, onRemove }: RowProps) {
  const [all, setAll] = useState(false);
  const shown = all ? ids : ids.slice(0, fewAccounts);
  return (
    <li className={styles.field} aria-label={campo.nombre}>
      <div className={styles.fieldName}>
        <b>{campo.nombre}</b>
        {ids.length > 0 ? (
          <IconCheck size={15} className={styles.done} aria-label="Con cuentas" />
        ) : (
          campo.requiereMapeo && <Chip tone="mute">Falta</Chip>
        )}
        <small>{campo.descripcion}</small>
      </div>
      {campo.esCalculado ? (
        <p className={styles.calculated}>Se calcula: no lleva cuentas</p>
      ) : (
        <div>
          <AccountPicker
            label={`Cuentas de ${campo.nombre}`}
            index={index}
            taken={ids}
            disabled={disabled}
            onPick={({ id }) => onAdd(campo.id, id)}
          />
          {ids.length > 0 && (
            <ul className={styles.accounts} aria-label={`Asignadas a ${campo.nombre}`}>
              {shown.map((id) => (
                <li key={id}>
                  <span>
                    {byId.get(id)?.accountNumber ?? id} {byId.get(id)?.name ?? '(no está en el catálogo)'}
                  </span>
                  <button
                    type="button"
                    aria-label={`Quitar ${id} de ${campo.nombre}`}
                    disabled={disabled}
                    onClick={() => onRemove(campo.id, id)}
                  >
                    <IconX size={13} stroke={2} aria-hidden="true" />
                  </button>
                </li>
              ))}
              {ids.length > shown.length && (
                <li>
                  <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
                    Ver las {formatCount(ids.length)}
                  </Button>
                </li>
              )}
            </ul>
          )}
        </div>
      )}
    </li>
  );
});
