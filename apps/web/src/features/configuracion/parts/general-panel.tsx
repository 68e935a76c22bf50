import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import card from '../../../ui/card.module.css';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { DatosPanel } from '../../empresa/shared.ts';
import { EnlacesPanel } from '../../enlaces/shared.ts';
import { guardarConfiguracion } from '../api.ts';
import styles from '../configuracion.module.css';
import { type Changes, formOf, isDirty, passwordFault } from '../general.ts';
import type { PanelProps } from '../panel-props.ts';
import { CertificadoPanel } from './certificado-panel.tsx';
import { ClavesPanel } from './claves-panel.tsx';
import { EmpresaPanel } from './empresa-panel.tsx';
import { EntregaPanel } from './entrega-panel.tsx';

const route = getRouteApi('/configuracion');

/** Tab 1: the company, its data, its environment, its certificate, its keys, and the delivery to buyers. */
export function GeneralPanel({ configuracion, refusal }: PanelProps) {
  const client = useQueryClient();
  const { dato, parte } = route.useSearch();
  const [changes, setChanges] = useState<Changes>({});
  const [secretKey, setSecretKey] = useState('');
  const [isShown, setIsShown] = useState(false);
  const show = useCallback(() => setIsShown(true), []);
  const panel = useRef<HTMLDivElement>(null);
  // The position of a part is known only once the form above it is rendered.
  useEffect(() => {
    const named = isShown && parte && document.getElementById(parte);
    if (!named) return;
    named.scrollIntoView({ block: 'center' });
    named.focus({ preventScroll: true });
  }, [isShown, parte]);
  const save = useMutation({
    mutationFn: (saved: Changes) => guardarConfiguracion({ form: formOf(configuracion, saved) }),
    onSuccess: async ({ avisos }, saved) => {
      setChanges((now) => without(now, saved));
      panel.current?.focus({ preventScroll: true }); // the pressed button no longer exists
      toast('Configuración guardada exitosamente', 'ok', brieflyMs);
      for (const aviso of avisos) toast(aviso);
      await client.invalidateQueries({ queryKey: ['configuracion'] });
    },
  });
  const change = (part: Changes) => {
    save.reset();
    setChanges((now) => ({ ...now, ...part }));
  };
  const dirty = isDirty(changes);
  const fault = refusal ?? passwordFault(changes);

  return (
    <div ref={panel} tabIndex={-1} className={card.stack}>
      {dirty && <UnsavedGuard />}
      <Suspense fallback={<Skeleton rows={3} height={60} />}>
        <DatosPanel refusal={refusal} dato={dato} onShown={show} />
      </Suspense>
      <div className={styles.columns}>
        <div className={card.stack}>
          <EmpresaPanel
            configuracion={configuracion}
            refusal={refusal}
            nuevoAmbiente={changes.nuevoAmbiente}
            secretKey={secretKey}
            onAmbiente={(nuevoAmbiente) => change({ nuevoAmbiente })}
          />
          <ClavesPanel
            configuracion={configuracion}
            refusal={refusal}
            secretKey={secretKey}
            onSecretKey={setSecretKey}
          />
        </div>
        <div className={card.stack}>
          <CertificadoPanel
            configuracion={configuracion}
            refusal={refusal}
            changes={changes}
            onChange={change}
            saving={save.isPending}
            onSave={() => save.mutate({ certificado: changes.certificado, password: changes.password })}
          />
          <EntregaPanel refusal={refusal} />
          <div id="enlaces" tabIndex={-1}>
            <Suspense fallback={<Skeleton rows={2} height={76} />}>
              <EnlacesPanel refusal={refusal} />
            </Suspense>
          </div>
        </div>
      </div>
      <FailureNotice title="Error al guardar la configuración" error={save.error} />
      {dirty && (
        <div className={`${saveRow.save} ${styles.bar}`}>
          <span>Hay cambios sin guardar</span>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={fault !== undefined}
            title={fault}
            onClick={() => save.mutate(changes)}
          >
            Guardar Configuración
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns the changes that are still unsaved after a save, that is, those made during it. */
const without = (now: Changes, saved: Changes): Changes =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== saved[name as keyof Changes])) as Changes;
