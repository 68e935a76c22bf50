import { Button } from '@mantine/core';
import { type Account, type AccountMapping, addAccount, classifyAccounts } from '@timbre/reports';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import bar from '../../../ui/progress-bar.module.css';
import { toast } from '../../../ui/toast.tsx';
import { mapAccounts, type Run } from '../ai/map-accounts.ts';
import { type Proposal, proposalsByWords } from '../ai/proposals.ts';
import { type AiSettings, assistantUrl } from '../ai/settings.ts';
import styles from '../mapeo.module.css';
import type { Destino } from '../tabs.ts';
import type { UseMapeo } from '../use-mapeo.ts';
import { Proposals } from './proposals-view.tsx';
import { clasificacionOf } from './types-view.tsx';

interface Props {
  destino: Destino;
  cuentas: readonly Account[];
  mapeo: AccountMapping;
  /** The model is used if there is a key; otherwise keywords in the account names. */
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

/** The accounts of the catalogue that are not mapped for this target. */
function unmapped(destino: Destino, cuentas: readonly Account[], mapeo: AccountMapping): Account[] {
  const taken =
    destino === '606' || destino === '607'
      ? new Set(Object.values(mapeo[`mapping${destino}`]).flat())
      : new Set(Object.keys(destino === 'tipos606' ? mapeo.mapeoTipos606 : mapeo.mapeoTipos607));
  return cuentas.filter(({ id }) => !taken.has(id));
}

/** Proposes a target for each unmapped account. Proposals that the user accepts are added to the mapping. */
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
      (result) => {
        if (!left) setRun(result);
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
            ? addAccount(after, destino, a, ids)
            : classifyAccounts(after, clasificacionOf(destino, a), ids);
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
              className={bar.bar}
              max={progress?.[1] ?? 1}
              value={progress?.[0] ?? 0}
              aria-label="Avance del mapeo automático"
            />
            <div className={form.actions}>
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
