import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { importacion } from '@timbre/contract';
import { formatTaxId } from '@timbre/values';
import { useMemo, useState } from 'react';
import { formatAmount, formatCounted } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import type { DocumentoRef } from '../../documentos/shared.ts';
import type { OfImport } from '../queries.ts';
import { useFilas } from '../use-filas.ts';
import styles from './consumer-downloads.module.css';

type Fila = importacion.FilaDeImportacion;

interface Props {
  of: OfImport;
  emisores: importacion.Importacion['emisores'];
  onDownload: (documento: DocumentoRef) => void;
}

/** The consumer invoices by issuer, each with the summary that was sent and the original invoice that is stored. */
export function ConsumerDownloads({ of, emisores, onDownload }: Props) {
  if (emisores.length === 0) return null;
  return (
    <section className={card.card} aria-labelledby="titulo-descargas">
      <h2 id="titulo-descargas" className={`${card.title} ${styles.title}`}>
        Descargas de facturas de consumo
      </h2>
      {emisores.map((emisor) => (
        <Issuer key={emisor.rncEmisor} of={of} {...emisor} onDownload={onDownload} />
      ))}
    </section>
  );
}

interface IssuerProps extends Pick<Props, 'of' | 'onDownload'> {
  rncEmisor: string;
  facturas: number;
}

/** The invoices of one issuer, loaded when they are expanded. */
function Issuer({ of, rncEmisor, facturas, onDownload }: IssuerProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.group} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        RNC {formatTaxId(rncEmisor)} · {formatCounted(facturas, 'factura')}
      </summary>
      {open && <Invoices {...{ of, rncEmisor, facturas, onDownload }} />}
    </details>
  );
}

function Invoices({ of, rncEmisor, facturas, onDownload }: IssuerProps) {
  const filter = useMemo(() => ({ rfce: true, conFactura: true, rncEmisor }), [rncEmisor]);
  const { rows, onSight } = useFilas(of, filter, facturas);
  const columns = useMemo<Column<Fila>[]>(
    () => [
      { key: 'eNCF', header: 'eNCF', track: '148px', cell: ({ eNCF }) => <span className={text.encf}>{eNCF}</span> },
      {
        key: 'monto',
        header: 'Monto (RD$)',
        track: '136px',
        right: true,
        cell: ({ monto }) => <span className={text.amount}>{formatAmount(monto)}</span>,
      },
      {
        key: 'descargas',
        header: 'Descargas',
        track: 'minmax(240px, 1fr)',
        right: true,
        cell: (rfce) => <Downloads rfce={rfce} onDownload={onDownload} />,
      },
    ],
    [onDownload],
  );
  const drawCard = useMemo(
    () => (rfce: Fila) => (
      <>
        <div className={text.between}>
          <span className={text.encf}>{rfce.eNCF}</span>
          <b className={text.amount}>RD$ {formatAmount(rfce.monto)}</b>
        </div>
        <Downloads rfce={rfce} onDownload={onDownload} />
      </>
    ),
    [onDownload],
  );
  return (
    <VirtualTable
      label={`Facturas de consumo de ${formatTaxId(rncEmisor)}`}
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      card={drawCard}
      cardHeight={96}
      maxHeight="420px"
      onSight={onSight}
    />
  );
}

const Downloads = ({ rfce, onDownload }: Pick<Props, 'onDownload'> & { rfce: Fila }) => (
  <span className={styles.buttons}>
    <Button
      size="compact-sm"
      leftSection={<IconDownload size={14} />}
      aria-label={`Descargar el RFCE de ${rfce.eNCF}`}
      onClick={() => onDownload(rfce)}
    >
      RFCE
    </Button>
    <Button
      size="compact-sm"
      leftSection={<IconDownload size={14} />}
      aria-label={`Descargar el XML original de ${rfce.eNCF}`}
      onClick={() => rfce.facturaId !== null && onDownload({ ...rfce, id: rfce.facturaId, esRFCE: false })}
    >
      XML original
    </Button>
  </span>
);

const keyOf = ({ id }: Fila): string => id;
