import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ResumenDocumento } from '@timbre/contract';
import { formatTaxId } from '@timbre/values';
import { useDeferredValue, useMemo } from 'react';
import { formatAmount, formatCounted } from '../../../lib/format.ts';
import card from '../../../ui/card.module.css';
import text from '../../../ui/text.module.css';
import { type Column, VirtualTable } from '../../../ui/virtual-table.tsx';
import styles from './consumer-downloads.module.css';

/** A consumer invoice with its summary. */
interface Pair {
  readonly factura: ResumenDocumento;
  readonly rfce: ResumenDocumento;
}

interface Props {
  documentos: readonly ResumenDocumento[];
  onDownload: (documento: ResumenDocumento) => void;
}

/** The consumer invoices by issuer, each with the summary that was sent and the original that is kept. */
export function ConsumerDownloads({ documentos, onDownload }: Props) {
  const settled = useDeferredValue(documentos); // the tables above render first
  const groups = useMemo(() => pairsByIssuer(settled), [settled]);
  const columns = useMemo<Column<Pair>[]>(
    () => [
      {
        key: 'eNCF',
        header: 'eNCF',
        track: '148px',
        cell: ({ rfce }) => <span className={text.encf}>{rfce.eNCF}</span>,
      },
      {
        key: 'monto',
        header: 'Monto (RD$)',
        track: '136px',
        right: true,
        cell: ({ rfce }) => <span className={text.amount}>{formatAmount(rfce.monto)}</span>,
      },
      {
        key: 'descargas',
        header: 'Descargas',
        track: 'minmax(240px, 1fr)',
        right: true,
        cell: (pair) => <Downloads {...pair} onDownload={onDownload} />,
      },
    ],
    [onDownload],
  );
  const drawCard = useMemo(
    () => (pair: Pair) => (
      <>
        <div className={text.between}>
          <span className={text.encf}>{pair.rfce.eNCF}</span>
          <b className={text.amount}>RD$ {formatAmount(pair.rfce.monto)}</b>
        </div>
        <Downloads {...pair} onDownload={onDownload} />
      </>
    ),
    [onDownload],
  );
  if (groups.length === 0) return null;

  return (
    <section className={card.card} aria-labelledby="titulo-descargas">
      <h2 id="titulo-descargas" className={`${card.title} ${styles.title}`}>
        Descargas de facturas de consumo
      </h2>
      {groups.map(([rnc, pairs]) => (
        <details key={rnc} className={styles.group}>
          <summary>
            RNC {formatTaxId(rnc)} · {formatCounted(pairs.length, 'factura')}
          </summary>
          <VirtualTable
            label={`Facturas de consumo de ${formatTaxId(rnc)}`}
            rows={pairs}
            columns={columns}
            rowKey={keyOf}
            card={drawCard}
            cardHeight={96}
            maxHeight="420px"
          />
        </details>
      ))}
    </section>
  );
}

const Downloads = ({ factura, rfce, onDownload }: Pair & Pick<Props, 'onDownload'>) => (
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
      aria-label={`Descargar el XML original de ${factura.eNCF}`}
      onClick={() => onDownload(factura)}
    >
      XML original
    </Button>
  </span>
);

const keyOf = ({ rfce }: Pair): string => rfce.id;

function pairsByIssuer(documentos: readonly ResumenDocumento[]): [string, Pair[]][] {
  const keyOfInvoice = ({ rncEmisor, eNCF }: ResumenDocumento) => `${rncEmisor}${eNCF}`;
  const facturas = new Map(documentos.filter(({ esRFCE }) => !esRFCE).map((one) => [keyOfInvoice(one), one]));
  const groups = new Map<string, Pair[]>();
  for (const rfce of documentos) {
    const factura = rfce.esRFCE && facturas.get(keyOfInvoice(rfce));
    if (!factura) continue;
    const group = groups.get(rfce.rncEmisor) ?? [];
    group.push({ factura, rfce });
    groups.set(rfce.rncEmisor, group);
  }
  return [...groups];
}
