import { IconDownload } from '@tabler/icons-react';
import { formatCounted } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { downloadFull } from './api.ts';

/** The full invoices that the user uploads in the portal, once their summaries are accepted. */
export function FullInvoices({ completas, de }: { completas: number; de: 'set' | 'simulacion' }) {
  const download = useMutation({ mutationFn: () => downloadFull(de) });
  if (completas === 0) return null;
  return (
    <>
      <Banner
        tone="info"
        title={formatCounted(completas, 'factura de consumo completa', 'facturas de consumo completas')}
        action={
          <button type="button" disabled={download.isPending} onClick={() => download.mutate()}>
            <IconDownload size={14} aria-hidden="true" /> Descargar el paquete
          </button>
        }
      >
        {completas === 1
          ? 'Cárguela en el portal: la DGII no la recibe por sus servicios.'
          : 'Cárguelas en el portal, una por una: la DGII no las recibe por sus servicios.'}
      </Banner>
      <FailureNotice error={download.error} />
    </>
  );
}
