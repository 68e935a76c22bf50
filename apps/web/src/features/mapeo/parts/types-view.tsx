import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import {
  type Account,
  type AccountMapping,
  type Classification,
  classifyAccounts,
  fitsIn,
  type IndexedCatalogue,
  removeClassification,
} from '@timbre/reports';
import { useCallback, useMemo, useState } from 'react';
import { saveFile } from '../../../lib/files.ts';
import { formatCount } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { RowSelect } from '../../../ui/row-select.tsx';
import { places } from '../ai/proposals.ts';
import type { UseMapeo } from '../use-mapeo.ts';
import { CatalogueTable } from './catalogue-table.tsx';
import { useImport } from './use-import.tsx';

interface Props {
  rnc: string;
  destino: 'tipos606' | 'tipos607';
  index: IndexedCatalogue;
  mapeo: AccountMapping;
  refusal: string | undefined;
  state: UseMapeo;
}

const words = {
  tipos606: { title: 'Tipos de bienes y servicios (606)', parte: 'mapeoTipos606' },
  tipos607: { title: 'Tipos de ingresos (607)', parte: 'mapeoTipos607' },
} as const;

/** The classification for a code of two digits. */
export const clasificacionOf = (destino: Props['destino'], code: string): Classification =>
  destino === 'tipos606'
    ? { parte: 'mapeoTipos606', tipo: code as AccountMapping['mapeoTipos606'][string] }
    : { parte: 'mapeoTipos607', tipo: Number(code) as AccountMapping['mapeoTipos607'][string] };

/** The codes of a classification for a select, the blank one first. */
export const tiposOf = (destino: Props['destino'], blank: string) => [
  { value: '', label: blank },
  ...Object.entries(places[destino].options)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([value, label]) => ({ value, label: `${value} ${label}` })),
];

/** The kind of each account, set one by one or for all matching ones. */
export function TypesView({ rnc, destino, index, mapeo, refusal, state }: Props) {
  const { title, parte } = words[destino];
  const [bulk, setBulk] = useState('');
  const { change } = state;
  const importing = useImport({ rnc, parte, change });
  const own = useMemo(() => index.filter(({ cuenta }) => fitsIn(places[destino].reporte, cuenta)), [index, destino]);
  const assigned = useMemo(
    () => new Map(Object.entries(mapeo[parte]).map(([id, tipo]) => [id, String(tipo).padStart(2, '0')])),
    [mapeo, parte],
  );
  const classify = useCallback(
    (ids: readonly string[], code: string) =>
      change((before) =>
        code === ''
          ? removeClassification(before, parte, ids)
          : classifyAccounts(before, clasificacionOf(destino, code), ids),
      ),
    [change, destino, parte],
  );
  const options = useMemo(() => tiposOf(destino, 'Sin clasificar'), [destino]);
  const draw = useCallback(
    (cuenta: Account, code: string | undefined) =>
      refusal === undefined ? (
        <RowSelect
          label={`Tipo de ${cuenta.name}`}
          value={code ?? ''}
          options={options}
          onChange={(next) => classify([cuenta.id], next)}
        />
      ) : (
        <span>{options.find(({ value }) => value === (code ?? ''))?.label}</span>
      ),
    [options, refusal, classify],
  );
  return (
    <>
      <Panel
        title={title}
        note={`${formatCount(assigned.size)} clasificadas · ${formatCount(own.length)} cuentas que el ${places[destino].reporte} admite`}
        actions={
          <>
            <Button
              leftSection={<IconDownload size={16} />}
              onClick={() => {
                const blob = new Blob([JSON.stringify({ [parte]: mapeo[parte] }, null, 2)], {
                  type: 'application/json',
                });
                saveFile({ blob, name: undefined }, `${parte}.json`);
              }}
            >
              Exportar tipos
            </Button>
            <Button
              leftSection={<IconUpload size={16} />}
              disabled={refusal !== undefined}
              title={refusal}
              onClick={importing.choose}
            >
              Importar tipos
            </Button>
            <Button
              loading={state.saving.isPending}
              disabled={state.draft === undefined || refusal !== undefined}
              title={refusal ?? (state.draft === undefined ? 'No hay cambios que guardar' : undefined)}
              onClick={() => state.save('Mapeo de tipos guardado exitosamente')}
            >
              Guardar tipos
            </Button>
          </>
        }
      />
      <CatalogueTable
        index={own}
        assigned={assigned}
        assignedHeader="Clasificación"
        draw={draw}
        actions={(cuentas) => (
          <>
            <NativeSelect
              aria-label="Tipo para las cuentas encontradas"
              data={options}
              value={bulk}
              disabled={refusal !== undefined}
              onChange={(event) => setBulk(event.currentTarget.value)}
            />
            <Button
              disabled={refusal !== undefined || cuentas.length === 0}
              onClick={() =>
                classify(
                  cuentas.map(({ id }) => id),
                  bulk,
                )
              }
            >
              {`${bulk === '' ? 'Quitar el tipo a' : 'Clasificar'} ${formatCount(cuentas.length)}`}
            </Button>
          </>
        )}
      />
      {importing.dialog}
    </>
  );
}
