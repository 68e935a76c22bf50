import { IconFileSpreadsheet, IconFileTypeCsv, IconFileZip, IconPrinter } from '@tabler/icons-react';
import { formatCounted } from '../../../lib/format.ts';
import { transfer } from '../../../lib/transfers.ts';
import { MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Formato, formatos, startExport } from '../api.ts';
import type { Filters } from '../filters.ts';

const icons = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet, zip: IconFileZip } as const;

interface Props {
  filters: Filters;
  /** If set, only these invoices of the filter. */
  ids: readonly string[] | undefined;
  /** Number of invoices; undefined if unknown. */
  count: number | undefined;
  onPrint: () => void;
}

/** The menu items that export the list: files, and a sheet to print. */
export const ExportItems = ({ filters, ids, count, onPrint }: Props) => (
  <>
    {(Object.keys(formatos) as Formato[]).map((formato) => {
      const Icon = icons[formato];
      return (
        <MenuItem key={formato} icon={<Icon size={18} />} onClick={() => void download(formato, filters, ids, count)}>
          {formatos[formato]}
        </MenuItem>
      );
    })}
    <MenuItem icon={<IconPrinter size={18} />} onClick={onPrint}>
      Hoja para imprimir
    </MenuItem>
  </>
);

async function download(formato: Formato, filters: Filters, ids: readonly string[] | undefined, count?: number) {
  const title = `${formatos[formato]} de ${count === undefined ? 'las facturas' : formatCounted(count, 'comprobante')}`;
  const name = await transfer(title, `facturas.${formato}`, (signal) =>
    startExport(formato, filters, ids, Date.now(), signal),
  );
  if (name !== undefined) toast(`Archivo ${name} descargado correctamente.`);
}
