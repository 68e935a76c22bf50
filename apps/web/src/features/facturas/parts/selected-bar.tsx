import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { facturas } from '@timbre/contract';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Filters } from '../filters.ts';
import { sumsOf } from '../sums.ts';
import { amountWords } from '../words.ts';
import { ExportItems } from './export-items.tsx';

interface Props {
  filters: Filters;
  /** The selected invoices. If all of the filter are selected, those loaded. */
  rows: readonly facturas.Factura[];
  /** All invoices of the filter are selected. */
  whole: boolean;
  /** Number and sum of the invoices of the filter; undefined if unknown. */
  summary: facturas.Resumen | undefined;
  onWhole: () => void;
  onPrint: () => void;
  onClear: () => void;
}

/** The actions on the selected invoices. */
export function SelectedBar({ filters, rows, whole, summary, onWhole, onPrint, onClear }: Props) {
  const known = summary?.hayMas ? undefined : summary;
  const count = whole ? known?.comprobantes : rows.length;
  const sums = whole
    ? known && { ventas: known.montoTotal, compras: known.montoCompras }
    : sumsOf(rows, filters.estado);
  const words = [
    count === undefined ? 'Todos los del filtro' : formatCounted(count, 'comprobante'),
    ...(sums === undefined ? [] : amountWords(sums)),
  ];
  const more = !whole && (summary?.comprobantes ?? 0) > rows.length;
  const total = known ? `los ${formatCount(known.comprobantes)}` : 'todos los';

  async function copy() {
    try {
      await navigator.clipboard.writeText(rows.map(({ eNCF }) => eNCF).join('\n'));
      toast('¡Copiado al portapapeles!');
    } catch {
      toast('No se pudo copiar al portapapeles', 'bad');
    }
  }

  return (
    <SelectionBar
      words={words.join(' · ')}
      whole={more ? { words: `Seleccionar ${total} del filtro`, onSelect: onWhole } : undefined}
      onClear={onClear}
    >
      {!whole && (
        <Button leftSection={<IconCopy size={16} />} onClick={copy}>
          Copiar eNCF
        </Button>
      )}
      <Menu label="Descargar la selección" trigger="Descargar">
        <ExportItems
          filters={filters}
          ids={
            whole || rows.length === known?.comprobantes
              ? undefined
              : rows.map(({ facturaElectronicaID }) => facturaElectronicaID)
          }
          count={count}
          onPrint={onPrint}
        />
      </Menu>
    </SelectionBar>
  );
}
