import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../lib/files.ts';
import { useMutation } from '../../lib/mutation.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { downloadBundle } from './api.ts';

/** The support bundle, to be sent to the person who gives support: one file, without secrets or data of companies. */
export function SupportPanel() {
  const download = useMutation({
    mutationFn: async () => saveFile(await downloadBundle({}), 'timbre-soporte.zip'),
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });
  return (
    <Panel
      title="Soporte"
      note="Versiones, ajustes, cifras, trabajos, últimos errores y la comprobación de los números. Sin claves, personas, RNC ni comprobantes."
      actions={
        <Button leftSection={<IconDownload size={16} />} loading={download.isPending} onClick={() => download.mutate()}>
          Descargar paquete de soporte
        </Button>
      }
    >
      <FailureNotice title="No se pudo hacer el paquete de soporte" error={download.error} onDismiss={download.reset} />
    </Panel>
  );
}
