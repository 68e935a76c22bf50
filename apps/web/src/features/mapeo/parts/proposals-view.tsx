import { Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import form from '../../../ui/form.module.css';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import type { Run } from '../ai/map-accounts.ts';
import { type Proposal, places } from '../ai/proposals.ts';
import styles from '../mapeo.module.css';
import type { Destino } from '../tabs.ts';

interface ProposalsProps {
  destino: Destino;
  run: Run;
  /** There is no unmapped account. */
  none: boolean;
  onAccept: (chosen: readonly Proposal[]) => void;
  onClose: () => void;
}

interface Row {
  readonly proposal: Proposal;
  readonly accepted: boolean;
  readonly place: string;
  readonly toggle: (id: string) => void;
}

/** The proposals, row by row, with their confidence and reason. The user accepts or rejects each. */
export function Proposals({ destino, run: { proposals, failures }, none, onAccept, onClose }: ProposalsProps) {
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setRejected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const options: Readonly<Record<string, string>> = places[destino].options;
  const rows = useMemo(
    () =>
      proposals.map((proposal): Row => {
        const name = options[proposal.a] ?? proposal.a;
        return {
          proposal,
          accepted: !rejected.has(proposal.cuenta.id),
          place: destino === '606' || destino === '607' ? name : `${proposal.a} ${name}`,
          toggle,
        };
      }),
    [proposals, rejected, options, destino, toggle],
  );
  const chosen = rows.filter(({ accepted }) => accepted).map(({ proposal }) => proposal);
  const byWords = proposals.filter(({ origen }) => origen === 'palabras');
  return (
    <>
      {failures.length > 0 && (
        <Banner tone="warn" title="La IA no respondió todo">
          {failures.join('; ')}. Esas cuentas se propusieron por palabras clave.
        </Banner>
      )}
      <p role="status">
        {none
          ? 'No hay cuentas disponibles para mapear'
          : `${formatCounted(proposals.length - byWords.length, 'cuenta')} por IA · ${formatCounted(byWords.length, 'cuenta')} por palabras clave`}
      </p>
      {rows.length === 0 && !none && (
        <p>Las palabras de estas cuentas no dicen adónde van: asígnelas a mano, o pregunte a la IA con su clave.</p>
      )}
      {rows.length > 0 && (
        <VirtualTable
          label="Propuestas"
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          card={drawCard}
          cardHeight={132}
          maxHeight="min(440px, 50dvh)"
        />
      )}
      <div className={form.actions}>
        {byWords.length > 0 && byWords.length < proposals.length && (
          <Button onClick={() => setRejected(new Set(byWords.map(({ cuenta }) => cuenta.id)))}>
            Rechazar las de palabras clave
          </Button>
        )}
        {rows.length > 0 && (
          <Button
            onClick={() =>
              setRejected(chosen.length === 0 ? new Set() : new Set(proposals.map(({ cuenta }) => cuenta.id)))
            }
          >
            {chosen.length === 0 ? 'Aceptar todas' : 'Rechazar todas'}
          </Button>
        )}
        <span className={styles.grow} />
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="filled" disabled={chosen.length === 0} onClick={() => onAccept(chosen)}>
          {`Mapear ${formatCounted(chosen.length, 'cuenta')}`}
        </Button>
      </div>
    </>
  );
}

const percent = (sure: number) => `${Math.round(100 * sure)} %`;
const rowKey = ({ proposal }: Row) => proposal.cuenta.id;

const Accept = ({ proposal: { cuenta }, accepted, toggle }: Row) => (
  <input
    type="checkbox"
    className={styles.check}
    aria-label={`Aceptar ${cuenta.name}`}
    checked={accepted}
    onChange={() => toggle(cuenta.id)}
  />
);

const Origin = ({ proposal: { origen } }: Row) =>
  origen === 'ia' ? <Chip tone="info">IA</Chip> : <Chip tone="mute">Palabras</Chip>;

const columns: readonly Column<Row>[] = [
  { key: 'aceptar', header: 'Sí', track: '44px', cell: Accept },
  {
    key: 'cuenta',
    header: 'Cuenta',
    track: 'minmax(160px, 2fr)',
    cell: ({ proposal: { cuenta } }) => (
      <span className={text.cut}>
        {cuenta.accountNumber} {cuenta.name}
      </span>
    ),
  },
  {
    key: 'destino',
    header: 'Destino',
    track: 'minmax(150px, 2fr)',
    cell: ({ place }) => (
      <span className={text.cut} title={place}>
        {place}
      </span>
    ),
  },
  {
    key: 'confianza',
    header: 'Confianza',
    track: '92px',
    right: true,
    cell: ({ proposal }) => percent(proposal.confianza),
  },
  {
    key: 'razon',
    header: 'Razón',
    track: 'minmax(120px, 2fr)',
    cell: ({ proposal: { razon } }) => (
      <span className={text.cut} title={razon}>
        {razon}
      </span>
    ),
  },
  { key: 'origen', header: 'Origen', track: '104px', cell: Origin },
];

const drawCard = (row: Row) => (
  <div className={styles.card}>
    <b>
      <Accept {...row} /> {row.proposal.cuenta.accountNumber} {row.proposal.cuenta.name}
    </b>
    <span>{row.place}</span>
    <span>
      {percent(row.proposal.confianza)} · {row.proposal.razon}
    </span>
    <Origin {...row} />
  </div>
);
