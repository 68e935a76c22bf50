import { useQuery } from '@tanstack/react-query';
import { derivations } from '@timbre/reports';
import { formatAmount } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { documentName } from '../../../lib/quickbooks.ts';
import { Banner } from '../../../ui/banner.tsx';
import detail from '../../../ui/detail.module.css';
import { DetailSection, FactList } from '../../../ui/detail.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { type Comprobante, type Registro, readRecord } from '../api.ts';
import { liveKey } from '../month-queries.ts';
import { HeadRow } from '../parts/head-row.tsx';
import styles from '../reportes.module.css';
import type { TipoConRespuestas } from '../search.ts';

/** The document of QuickBooks behind a row, as it was read. */
export function QuickBooksRecord({ tipo, id }: { tipo: TipoConRespuestas; id: Comprobante['id'] }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...liveKey(tipo), 'registro', id],
    meta: notLive,
    queryFn: ({ signal }) => readRecord({ params: { tipo, id }, signal }),
    staleTime: 0,
  });
  return (
    <DetailSection title="Documento de QuickBooks">
      {error && <LoadFailure title="No se pudo leer el documento." error={error} onRetry={refetch} />}
      {data === undefined ? (
        !error && <Skeleton rows={4} label="Cargando el documento de QuickBooks" />
      ) : (
        <div className={styles.record}>
          {data.estado === 'espera' && (
            <Banner tone="warn" title="Cambió en QuickBooks después de presentado el mes.">
              Esto es lo que dice ahora; la fila sigue como se presentó.
            </Banner>
          )}
          <Head record={data.registro} />
          <Taxes record={data.registro} />
          <Accounts record={data.registro} />
          <Linked record={data.registro} />
        </div>
      )}
    </DetailSection>
  );
}

interface PartProps {
  record: Registro;
}

function Head({ record }: PartProps) {
  const { qbEntity, qbId, monedaOriginal, tasaCambio, montoTotalOriginal, casilla, casillaAviso } = record;
  const facts = [
    ['Documento', documentName({ entidad: qbEntity, id: qbId })],
    [
      'Moneda',
      monedaOriginal === ownCurrency
        ? 'Pesos (DOP)'
        : `${monedaOriginal} ${formatAmount(montoTotalOriginal)}, a la tasa ${tasaCambio}`,
    ],
    ['Casilla', casillaAviso === undefined ? casilla : `${casilla} · ${casillaAviso}`],
  ] as const;
  return <FactList of={facts} />;
}

const ownCurrency = 'DOP';

/** The taxes as which a tax line may count. */
const impuestos: Readonly<Record<string, string>> = {
  itbis: 'ITBIS',
  isc: 'Selectivo al consumo',
  propina: 'Propina legal',
  otros: 'Otros impuestos',
  itbisRetenido: 'ITBIS retenido',
  isrRetenido: 'ISR retenido',
  isrPercibido: 'ISR percibido',
};

const reasons: Readonly<Record<string, { readonly text: string }>> = derivations;

function Taxes({ record: { detalleImpuestos, monedaOriginal } }: PartProps) {
  if (detalleImpuestos.length === 0) return <p className={text.quiet}>No tiene líneas de impuestos.</p>;
  return (
    <table className={detail.lines}>
      <HeadRow of={['Impuestos', 'Cuenta como', 'RD$']} />
      <tbody>
        {detalleImpuestos.map(({ index, source, reason, classification, amount, originalAmount }) => (
          <tr key={index}>
            <td>
              {source || 'Total de impuestos'}
              <small className={styles.under}>{reasons[reason]?.text ?? reason}</small>
            </td>
            <td>{impuestos[classification] ?? classification}</td>
            <Amount pesos={amount} original={originalAmount} currency={monedaOriginal} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Accounts({ record: { cuentasContables, monedaOriginal } }: PartProps) {
  return (
    <table className={detail.lines}>
      <HeadRow of={['Líneas y cuentas', 'RD$']} />
      <tbody>
        {cuentasContables.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document and their order never change
          <tr key={at}>
            <td>
              {[line.accountNumber, line.accountName].filter(Boolean).join(' · ') || 'Sin cuenta'}
              <small className={styles.under}>{[line.itemName, line.description].filter(Boolean).join(' · ')}</small>
            </td>
            <Amount pesos={line.amount} original={line.amountOriginal} currency={monedaOriginal} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An amount in RD$ and, for a document in another currency, also the original amount. */
const Amount = ({ pesos, original, currency }: { pesos: string; original: string; currency: string }) => (
  <td>
    {formatAmount(pesos)}
    {currency !== ownCurrency && (
      <small className={styles.under}>
        {currency} {formatAmount(original)}
      </small>
    )}
  </td>
);

const Linked = ({ record: { linkedTxns } }: PartProps) =>
  linkedTxns.length > 0 && (
    <p className={text.quiet}>
      {`Enlazado con ${linkedTxns.map(({ type, id }) => documentName({ entidad: type, id })).join(', ')}.`}
    </p>
  );
