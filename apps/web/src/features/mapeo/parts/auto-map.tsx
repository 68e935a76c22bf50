import { Button } from '@mantine/core';
import { agregarCuenta, type Cuenta, clasificarCuentas, type MapeoDeCuentas } from '@timbre/reports';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { toast } from '../../../ui/toast.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { mapAccounts, type Run } from '../ai/map-accounts.ts';
import { type Proposal, places, proposalsByWords } from '../ai/proposals.ts';
import { type AiSettings, assistantUrl } from '../ai/settings.ts';
import styles from '../mapeo.module.css';
import type { Destino } from '../tabs.ts';
import type { UseMapeo } from '../use-mapeo.ts';
import { clasificacionOf } from './types-view.tsx';

interface Props {
  destino: Destino;
  cuentas: readonly Cuenta[];
  mapeo: MapeoDeCuentas;
  /** The model is asked where there is a key; else the words of the accounts decide. */
  ai: AiSettings | undefined;
  onChange: UseMapeo['change'];
  onClose: () => void;
}

const names = {
  '606': 'los campos del 606',
  '607': 'los campos del 607',
  tipos606: 'los tipos de bienes y servicios (606)',
  tipos607: 'los tipos de ingresos (607)',
} as const satisfies Record<Destino, string>;

/** The accounts of the catalogue that a place does not have yet. */
function unmapped(destino: Destino, cuentas: readonly Cuenta[], mapeo: MapeoDeCuentas): Cuenta[] {
  const taken =
    destino === '606' || destino === '607'
      ? new Set(Object.values(mapeo[`mapping${destino}`]).flat())
      : new Set(Object.keys(destino === 'tipos606' ? mapeo.mapeoTipos606 : mapeo.mapeoTipos607));
  return cuentas.filter(({ id }) => !taken.has(id));
}

/** Proposes where the accounts that are not mapped go; what a person accepts enters the mapping. */
export function AutoMap({ destino, cuentas, mapeo, ai, onChange, onClose }: Props) {
  const [waiting] = useState(() => unmapped(destino, cuentas, mapeo));
  const [progress, setProgress] = useState<readonly [number, number]>();
  const [run, setRun] = useState<Run>();
  const [error, setError] = useState<Error>();
  const stop = useRef<AbortController>(undefined);

  useEffect(() => {
    const url = assistantUrl();
    if (ai === undefined || waiting.length === 0)
      return setRun({ proposals: proposalsByWords(destino, waiting), failures: [] });
    if (url === undefined)
      return setRun({
        proposals: proposalsByWords(destino, waiting),
        failures: ['Recargue la página para usar la IA'],
      });
    const stopper = new AbortController();
    stop.current = stopper;
    let left = false;
    mapAccounts(url, ai, destino, waiting, stopper.signal, (done, total) => {
      if (!left) setProgress([done, total]);
    }).then(
      (found) => {
        if (!left) setRun(found);
      },
      (failure: Error) => {
        if (!left) setError(failure);
      },
    );
    return () => {
      left = true;
      stopper.abort();
    };
  }, [ai, destino, waiting]);

  function accept(chosen: readonly Proposal[]) {
    const byPlace = new Map<string, string[]>();
    for (const { a, cuenta } of chosen) byPlace.set(a, [...(byPlace.get(a) ?? []), cuenta.id]);
    onChange((before) => {
      let after = before;
      for (const [a, ids] of byPlace)
        after =
          destino === '606' || destino === '607'
            ? agregarCuenta(after, destino, a, ids)
            : clasificarCuentas(after, clasificacionOf(destino, a), ids);
      return after;
    });
    const byWords = chosen.filter(({ origen }) => origen === 'palabras').length;
    toast(
      `${formatCounted(chosen.length, 'cuenta')} en ${names[destino]}${byWords > 0 ? `, ${formatCount(byWords)} por palabras clave` : ''}: falta guardar`,
    );
    onClose();
  }

  return (
    <Dialog title={`Mapeo automático de ${names[destino]}`} width={980} closesOutside={false} onClose={onClose}>
      <div className={styles.form}>
        {error && <Banner>{`Error en el mapeo automático: ${messageOf(error)}`}</Banner>}
        {!run && !error && (
          <>
            <p role="status">
              {progress ? `${formatCount(progress[0])} de ${formatCounted(progress[1], 'cuenta')}…` : 'Preguntando…'}
            </p>
            <progress
              className={styles.progress}
              max={progress?.[1] ?? 1}
              value={progress?.[0] ?? 0}
              aria-label="Avance del mapeo automático"
            />
            <div className={styles.formActions}>
              <Button onClick={() => stop.current?.abort(new DOMException('', 'AbortError'))}>Detener</Button>
            </div>
          </>
        )}
        {run && (
          <Proposals destino={destino} run={run} none={waiting.length === 0} onAccept={accept} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

interface ProposalsProps {
  destino: Destino;
  run: Run;
  /** There was no account to map. */
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

function Proposals({ destino, run: { proposals, failures }, none, onAccept, onClose }: ProposalsProps) {
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
      <div className={styles.formActions}>
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
