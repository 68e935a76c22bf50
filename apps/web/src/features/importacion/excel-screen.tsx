import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type ImportAddress, RecentImports } from '../../ui/recent-imports.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RehearsalNotice, Toolbar, useRehearsalMode } from '../autoridad/shared.ts';
import { ImportForm } from './parts/import-form.tsx';
import { OpenImport } from './parts/open-import.tsx';
import { importQuery } from './queries.ts';
import { screenFacts } from './words.ts';

/**
 * The Excel import, from a workbook to accepted e-CFs. The address contains the open import, so that it survives a
 * reload.
 *
 * @param at its address, if it is part of another screen
 */
export function ExcelScreen({ at = '/excel' }: { at?: ImportAddress }) {
  const { id } = useSearch({ from: at });
  const navigate = useNavigate();
  const [withDate, setWithDate] = useState(true);
  const [created, setCreated] = useState<string>();
  const { on: rehearsing } = useRehearsalMode();
  const { data, error } = useQuery({
    ...importQuery({ id: id ?? '', ensayo: rehearsing }),
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    enabled: id !== undefined,
  });

  function open(importacion: string) {
    setCreated(importacion);
    navigate({ to: at, search: { id: importacion } });
  }

  const form = (
    <ImportForm open={data} onCreated={open}>
      <Checkbox
        label="Agregar Fecha y Hora de Firma"
        description="Usa la hora de firma en lugar de la del archivo"
        checked={withDate}
        onChange={(event) => setWithDate(event.currentTarget.checked)}
      />
    </ImportForm>
  );

  if (data) return <OpenImport importacion={data} withDate={withDate} form={form} justCreated={created === id} />;
  return (
    <>
      <PageHeader title={featureMenu.importacion.titulo} facts={screenFacts} />
      <Toolbar />
      <div className={card.stack}>
        {rehearsing && <RehearsalNotice />}
        {form}
        {id === undefined ? (
          <RecentImports
            at={at}
            empty={
              <EmptyState
                title="Aquí verá los libros que procese"
                detail="Elija arriba un libro de Excel, o descargue el de muestra, y pulse Procesar Excel: cada comprobante se sigue desde aquí."
              />
            }
          />
        ) : error ? (
          <EmptyState title="No se pudo abrir esta importación" detail={messageOf(error)}>
            <Button onClick={() => navigate({ to: at, search: {} })}>Ver las importaciones recientes</Button>
          </EmptyState>
        ) : (
          <div className={card.card}>
            <Skeleton rows={8} />
          </div>
        )}
      </div>
    </>
  );
}
