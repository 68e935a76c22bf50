import { Button } from '@mantine/core';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatMoment } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import bar from '../../../ui/progress-bar.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ClienteExterno, Configuracion } from '../api.ts';
import { readAccesos } from '../api.ts';
import { allTo, asTheyAre, copyOf, countEnabled, differences, sectionsOf, type Toggles } from '../toggles.ts';
import { useAccesos, useSetAccesos } from '../use-accesos.ts';
import styles from './client-accesos.module.css';
import { ClientPicker } from './client-picker.tsx';
import { Section } from './section.tsx';

interface Props {
  rnc: string;
  /** Every company, to copy from. */
  clientes: readonly ClienteExterno[];
}

/** The menu items of one company. Mount again for each. */
export function ClientAccesos({ rnc, clientes }: Props) {
  const { data, error, refetch } = useAccesos(rnc);
  if (data) return <Loaded rnc={rnc} clientes={clientes} now={data} />;
  if (!error) return <Skeleton rows={6} />;
  return (
    <Banner
      title="No se pudieron cargar los accesos de la empresa"
      action={<Button onClick={() => refetch()}>Intentar de nuevo</Button>}
    >
      {messageOf(error)}
    </Banner>
  );
}

function Loaded({ rnc, clientes, now }: Props & { now: Configuracion }) {
  const { cliente, configuracion } = now;
  const { accesos, modificadoPor, fechaModificacion } = configuracion;
  const [loaded] = useState(accesos);
  const [copying, setCopying] = useState(false);
  const set = useSetAccesos(rnc);
  const copy = useMutation({
    mutationFn: (from: string) => readAccesos({ params: { rnc: from } }),
    onSuccess: (theirs) => {
      setCopying(false);
      set.mutate(copyOf(accesos, theirs.configuracion.accesos));
    },
  });
  const others = clientes.filter((cliente) => cliente.rnc !== rnc);
  const { enabled, total, percent } = countEnabled(accesos);
  const back = differences(accesos, loaded);
  const unchanged = Object.keys(back).length === 0;

  return (
    <div className={card.stack}>
      <section className={`${card.card} ${styles.head}`} aria-label="Cliente elegido">
        <dl>
          <dt>RNC</dt>
          <dd>{formatTaxId(cliente.rnc)}</dd>
          <dt>Nombre</dt>
          <dd>{cliente.nombre}</dd>
          <dt>Correo</dt>
          <dd>{cliente.email || '—'}</dd>
        </dl>
        <div className={styles.count}>
          <p role="status">
            <b>
              {enabled} de {total}
            </b>{' '}
            habilitados · {percent}%{set.isSuccess && ' · Guardado'}
          </p>
          <progress className={bar.bar} value={enabled} max={total} aria-label="Accesos habilitados" />
          {fechaModificacion && (
            <small>
              Última modificación: {modificadoPor ?? '—'}, {formatMoment(fechaModificacion)}
            </small>
          )}
        </div>
        <div className={styles.actions}>
          <SetAll label="Habilitar todos" toggles={allTo(accesos, true)} onSet={set.mutate} />
          <SetAll label="Deshabilitar todos" toggles={allTo(accesos, false)} onSet={set.mutate} />
          <Button
            disabled={others.length === 0}
            title={others.length === 0 ? 'No hay otra empresa' : undefined}
            aria-expanded={copying}
            onClick={() => setCopying(!copying)}
          >
            Copiar de otro cliente
          </Button>
          <Button
            disabled={unchanged}
            title={unchanged ? 'No hay cambios que deshacer' : 'Volver a los accesos que había al abrir'}
            onClick={() => set.mutate(back)}
          >
            Restablecer
          </Button>
          <Button variant="filled" loading={set.isPending} onClick={() => set.mutate(asTheyAre(accesos))}>
            Guardar
          </Button>
        </div>
      </section>
      {copying && (
        <ClientPicker label="Copiar los accesos de" clientes={others} value={undefined} onChange={copy.mutate} />
      )}
      <FailureNotice title="No se pudieron leer los accesos de ese cliente" error={copy.error} onDismiss={copy.reset} />
      {set.error && (
        <Banner
          title="Error al guardar la configuración"
          action={<Button onClick={() => set.mutate(set.variables)}>Intentar de nuevo</Button>}
          onDismiss={() => set.reset()}
        >
          {messageOf(set.error)} Lo que no se guardó quedó como estaba.
        </Banner>
      )}
      <div className={styles.sections}>
        {sectionsOf(accesos).map((section) => (
          <Section key={section.seccion} {...section} onSet={set.mutate} />
        ))}
      </div>
    </div>
  );
}

function SetAll({ label, toggles, onSet }: { label: string; toggles: Toggles; onSet: (toggles: Toggles) => void }) {
  const nothing = Object.keys(toggles).length === 0;
  return (
    <Button disabled={nothing} title={nothing ? 'Ya están todos así' : undefined} onClick={() => onSet(toggles)}>
      {label}
    </Button>
  );
}
