import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { facturas } from '@timbre/contract';
import { ambienteVisible, estadoNombre, estadosAceptados, tipoNombre } from '@timbre/contract/tables';
import { formatTaxId, resta } from '@timbre/values';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { buyerOf } from '../../../lib/buyer.ts';
import { formatAmount, formatCount, formatCounted, formatDate, formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { periodName } from '../../../lib/period.ts';
import { signedAmount } from '../../../lib/signed-amount.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { listFacturas, preparePrint } from '../api.ts';
import { datesOf, type Filters, listingOf } from '../filters.ts';
import { sumsOf } from '../sums.ts';
import styles from './print-sheet.module.css';

type Factura = facturas.Factura;

interface Props {
  filters: Filters;
  /** Only these; undefined: all of the filter. */
  rows: readonly Factura[] | undefined;
  onClose: () => void;
}

/** Rows of a call: the maximum that the server returns. */
const callSize = 100;

/** The list in printable form: company, filters, every row, totals. The page behind it is inert meanwhile. */
export function PrintSheet({ filters, rows, onClose }: Props) {
  const { razonSocial, rncEmisor } = useSesion();
  const [now] = useState(() => Date.now());
  const [read, setRead] = useState(0);
  /** Whether the server was notified of the printing. A retried read belongs to the same sheet. */
  const announced = useRef(false);
  const print = useRef<HTMLButtonElement>(null);
  const { data, error } = useQuery({
    queryKey: ['facturas-hoja', now],
    meta: notLive,
    queryFn: async ({ signal }) => {
      const ids = rows?.map(({ facturaElectronicaID }) => facturaElectronicaID);
      if (!announced.current) await preparePrint(filters, ids, now, signal);
      announced.current = true;
      return rows ?? readAll(filters, now, signal, setRead);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useRest(onClose);
  useEffect(() => {
    if (data) print.current?.focus();
  }, [data]);

  const sums = sumsOf(data ?? [], filters.estado);
  return createPortal(
    <div role="dialog" aria-modal="true" aria-label="Hoja para imprimir" className={styles.sheet}>
      <div className={styles.tools}>
        <Button ref={print} variant="filled" disabled={data === undefined} onClick={() => window.print()}>
          Imprimir
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
        {data === undefined && !error && <span role="status">{`Leyendo facturas… ${formatCount(read)}`}</span>}
      </div>
      <FailureNotice title="No se pudo preparar la hoja." error={error} />
      {data && (
        <article className={styles.paper}>
          <header>
            <h1>Facturas Electrónicas Emitidas</h1>
            <p>
              <b>{razonSocial}</b> · RNC {formatTaxId(rncEmisor)}
            </p>
            <p>{wordsOf(filters, now, rows !== undefined).join(' · ')}</p>
            <p>Impreso el {formatMoment(new Date(now).toISOString())}</p>
          </header>
          <table>
            <thead>
              <tr>
                <th>eNCF</th>
                <th>Emisión</th>
                <th>Comprador</th>
                <th>RNC comprador</th>
                <th>Estado</th>
                <th>Monto total (RD$)</th>
              </tr>
            </thead>
            <tbody>
              {data.map((factura) => (
                <tr key={factura.facturaElectronicaID}>
                  <td>{factura.eNCF}</td>
                  <td>{formatDate(factura.fechaEmision)}</td>
                  <td>{buyerOf(factura)}</td>
                  <td>{factura.rncComprador && formatTaxId(factura.rncComprador)}</td>
                  <td>{estadoNombre[factura.estado]}</td>
                  <td>{formatAmount(signedAmount(factura.eNCF, factura.montoTotal))}</td>
                </tr>
              ))}
              <tr className={styles.total}>
                <td colSpan={5}>Total de ventas: {formatCounted(data.length, 'comprobante')}</td>
                <td>{formatAmount(sums.ventas)}</td>
              </tr>
              {data.some(({ sentido }) => sentido === 'compra') && (
                <tr className={styles.total}>
                  <td colSpan={5}>Total de compras</td>
                  <td>{formatAmount(sums.compras)}</td>
                </tr>
              )}
            </tbody>
          </table>
          {data.some(({ eNCF }) => resta(eNCF)) && <p>Las notas de crédito restan.</p>}
          {filters.estado === undefined && data.some(({ estado }) => !estadosAceptados.has(estado)) && (
            <p>Suma lo que la DGII aceptó.</p>
          )}
        </article>
      )}
    </div>,
    document.body,
  );
}

/** Reads all pages of a filter. */
async function readAll(filters: Filters, now: number, signal: AbortSignal, onRead: (rows: number) => void) {
  const all: Factura[] = [];
  let cursor: string | undefined;
  do {
    const page = await listFacturas(listingOf(filters), cursor, now, signal, callSize);
    all.push(...page.facturas);
    onRead(all.length);
    cursor = page.siguiente;
  } while (cursor !== undefined);
  return all;
}

/** A description of the filters. */
function wordsOf(filters: Filters, now: number, selected: boolean): string[] {
  const { ambiente, estado, tipo, eNCF, trackId, buscar } = filters;
  return [
    periodName(datesOf(filters, now), now),
    ...(ambiente ? [`Ambiente: ${ambienteVisible[ambiente]}`] : []),
    ...(estado ? [`Estado: ${estadoNombre[estado]}`] : []),
    ...(tipo ? [`Tipo: E${tipo} ${tipoNombre[tipo]}`] : []),
    ...(eNCF ? [`eNCF contiene «${eNCF}»`] : []),
    ...(trackId ? [`Track ID contiene «${trackId}»`] : []),
    ...(buscar ? [`Búsqueda: «${buscar}»`] : []),
    ...(selected ? ['Solo las seleccionadas'] : []),
  ];
}

/** Makes the page behind inert and closes on Escape. On closing, the focus returns to the element that had it. */
function useRest(onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const behind = document.getElementById('root')!;
    const opener = document.activeElement;
    behind.inert = true;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close.current();
    document.addEventListener('keydown', onKeyDown);
    return () => {
      behind.inert = false;
      document.removeEventListener('keydown', onKeyDown);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
