import { Button } from '@mantine/core';
import {
  IconCloudDownload,
  IconColumns,
  IconDownload,
  IconKey,
  IconPlus,
  IconTrash,
  IconUpload,
  IconWand,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AccountMapping, readAccountList } from '@timbre/reports';
import { Suspense, useState } from 'react';
import { saveFile } from '../../../lib/files.ts';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { estadoQuery } from '../../../lib/quickbooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import card from '../../../ui/card.module.css';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { toast } from '../../../ui/toast.tsx';
import { readSettings } from '../ai/settings.ts';
import { readQuickBooksAccounts } from '../api.ts';
import styles from '../mapeo.module.css';
import { destinoOf, type Tab } from '../tabs.ts';
import type { UseMapeo, useCatalogo } from '../use-mapeo.ts';
import { LoadCatalogue } from './load-catalogue.tsx';
import { useImport } from './use-import.tsx';

const AutoMap = lazyPart(async () => (await import('./auto-map.tsx')).AutoMap);
const AiDialog = lazyPart(async () => (await import('./ai-dialog.tsx')).AiDialog);
const ColumnsDialog = lazyPart(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);
const ManualDialog = lazyPart(async () => (await import('./manual-dialog.tsx')).ManualDialog);
const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

interface Props {
  rnc: string;
  refusal: string | undefined;
  tab: Tab;
  catalogo: ReturnType<typeof useCatalogo>;
  state: UseMapeo;
  mapeo: AccountMapping;
}

type Open = 'auto' | 'ia' | 'columnas' | 'manual' | 'eliminar';

/** The ways to load accounts, and the actions on the whole mapping. */
export function Toolbar({ rnc, refusal, tab, catalogo, state, mapeo }: Props) {
  const [open, setOpen] = useState<Open>();
  const [ai, setAi] = useState(readSettings);
  const { data: { conectado: connected = false } = {} } = useQuery(estadoQuery);
  const importing = useImport({ rnc, change: state.change });
  const destino = destinoOf(tab);
  const loading = useMutation({
    async mutationFn() {
      const cuentas = readAccountList((await readQuickBooksAccounts({})).cuentas);
      await catalogo.store(cuentas);
      return cuentas.length;
    },
    onSuccess: (n) => toast(`Catálogo cargado de QuickBooks: ${formatCounted(n, 'cuenta')}`),
  });
  const whyNotAuto =
    refusal ??
    (destino === undefined ? 'Abra la pestaña que quiere mapear: 606, 607 o una de tipos' : undefined) ??
    (catalogo.cuentas.length === 0 ? 'No hay cuentas disponibles para mapear' : undefined);
  const close = () => setOpen(undefined);
  function exportAll() {
    const blob = new Blob([JSON.stringify({ ...mapeo, rnc }, null, 2)], { type: 'application/json' });
    saveFile({ blob, name: undefined }, `mapeo_${rnc}.json`);
  }
  return (
    <>
      <section className={`${card.card} ${styles.tools}`} aria-label="Herramientas del mapeo">
        <LoadCatalogue rnc={rnc} refusal={refusal} catalogo={catalogo} />
        <ActionButton
          leftSection={<IconCloudDownload size={16} />}
          loading={loading.isPending}
          disabled={!connected || refusal !== undefined}
          title={refusal ?? (connected ? undefined : 'Debe conectar con QuickBooks primero')}
          onClick={() => loading.mutate()}
        >
          Cargar catálogo
        </ActionButton>
        <Chip tone={connected ? 'ok' : 'mute'}>{connected ? 'QuickBooks conectado' : 'QuickBooks desconectado'}</Chip>
        <span className={styles.grow} />
        <ActionButton
          leftSection={<IconWand size={16} />}
          disabled={whyNotAuto !== undefined}
          title={whyNotAuto}
          onClick={() => setOpen('auto')}
        >
          {ai ? 'Mapeo automático con IA' : 'Mapeo automático'}
        </ActionButton>
        <Button
          leftSection={<IconPlus size={16} />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => setOpen('manual')}
        >
          Cuenta manual
        </Button>
        <Menu label="Más acciones" trigger="Más">
          <MenuItem icon={<IconKey size={16} />} onClick={() => setOpen('ia')}>
            Configurar IA
          </MenuItem>
          <MenuItem icon={<IconColumns size={16} />} onClick={() => setOpen('columnas')}>
            Columnas de Excel
          </MenuItem>
          <hr />
          {refusal === undefined && (
            <MenuItem icon={<IconUpload size={16} />} onClick={() => void importing.choose()}>
              Importar mapeo
            </MenuItem>
          )}
          <MenuItem icon={<IconDownload size={16} />} onClick={exportAll}>
            Exportar mapeo
          </MenuItem>
          {refusal === undefined && (
            <MenuItem icon={<IconTrash size={16} />} onClick={() => setOpen('eliminar')}>
              Eliminar todo
            </MenuItem>
          )}
        </Menu>
        <FailureNotice title="Error obteniendo catálogo de QuickBooks" error={loading.error} />
      </section>
      {importing.dialog}
      <Suspense fallback={null}>
        {open === 'auto' && destino && (
          <AutoMap
            destino={destino}
            cuentas={catalogo.cuentas}
            mapeo={mapeo}
            ai={ai}
            onChange={state.change}
            onClose={close}
          />
        )}
        {open === 'ia' && <AiDialog settings={ai} onChange={setAi} onClose={close} />}
        {open === 'columnas' && <ColumnsDialog rnc={rnc} refusal={refusal} onClose={close} />}
        {open === 'manual' && (
          <ManualDialog destino={destino ?? '606'} catalogo={catalogo} onChange={state.change} onClose={close} />
        )}
        {open === 'eliminar' && <DeleteDialog mapeo={mapeo} onDelete={state.replace} onClose={close} />}
      </Suspense>
    </>
  );
}
