import { formatCounted } from '../../lib/format.ts';
import { Chip } from '../../ui/status-chip.tsx';
import type { Cliente } from './api.ts';
import { lacksCertificate } from './search.ts';

export { lacksCertificate };

/** Whether a company cannot sign, and how many of its invoices were rejected. */
export const ClientNotices = ({ cliente }: { cliente: Cliente }) => {
  const { certificado, facturasRechazadas } = cliente;
  return (
    <>
      {lacksCertificate(cliente) && <Chip tone="warn">{certificado ? 'Certificado vencido' : 'Sin certificado'}</Chip>}
      {facturasRechazadas > 0 && <Chip tone="bad">{formatCounted(facturasRechazadas, 'rechazada')}</Chip>}
    </>
  );
};
