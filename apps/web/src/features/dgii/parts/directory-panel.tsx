import { formatTaxId, parseRNC } from '@timbre/values';
import { type FormEvent, useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FactList } from '../../../ui/detail.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RncField } from '../../../ui/rnc-field.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { type Directorio, readDirectorio } from '../api.ts';
import styles from '../dgii.module.css';

/** The addresses at which a taxpayer receives e-CF; of the company itself, whether they are those of the platform. */
export function DirectoryPanel() {
  const { rncEmisor } = useSesion();
  const [rnc, setRnc] = useState('');
  const search = useMutation({ mutationFn: (asked: string) => readDirectorio({ params: { rnc: asked } }) });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (parseRNC(rnc) !== undefined) search.mutate(rnc);
  }
  return (
    <Panel
      title="Directorio de contribuyentes"
      note="Quién recibe facturas electrónicas, y en qué direcciones. Ahí entrega Timbre sus facturas."
    >
      <form className={styles.body} onSubmit={submit}>
        <div className={styles.form}>
          <RncField label="RNC o cédula" value={rnc} onChange={setRnc} />
          <SubmitButton
            busy={search.isPending}
            reason={parseRNC(rnc) === undefined ? 'Escriba el RNC o la cédula' : undefined}
          >
            Buscar
          </SubmitButton>
          <ActionButton loading={search.isPending} onClick={() => search.mutate(rncEmisor)}>
            Ver mi empresa
          </ActionButton>
        </div>
        <FailureNotice error={search.error} />
        {search.data && <Found {...search.data} isOwn={search.data.rnc === rncEmisor} />}
      </form>
    </Panel>
  );
}

function Found({ rnc, entrada, propias, isOwn }: Directorio & { isOwn: boolean }) {
  const shown = formatTaxId(rnc);
  return (
    <>
      {entrada === null ? (
        <Banner tone="info" title={`${shown} no está en el directorio.`}>
          {isOwn
            ? 'Entra cuando la DGII la habilita, con las direcciones que usted declara en su portal.'
            : 'No recibe facturas electrónicas: entréguele la representación impresa.'}
        </Banner>
      ) : (
        <FactList
          label={`Direcciones de ${shown}`}
          of={[
            ['Nombre', `${entrada.nombre} · ${shown}`],
            ['Recepción', entrada.recepcion || '—'],
            ['Aprobación comercial', entrada.aprobacion || '—'],
            ['Autenticación', entrada.autenticacion || '—'],
          ]}
        />
      )}
      {entrada !== null && propias !== null && <OwnAddresses entrada={entrada} propias={propias} />}
    </>
  );
}

const names = { recepcion: 'recepción', aprobacion: 'aprobación comercial', autenticacion: 'autenticación' } as const;

/** Whether the directory leads to the platform. A final slash makes no difference. */
function OwnAddresses({ entrada, propias }: { [K in 'entrada' | 'propias']: NonNullable<Directorio[K]> }) {
  const bare = (address: string | null) => (address ?? '').replace(/\/+$/, '').toLowerCase();
  const others = (Object.keys(names) as (keyof typeof names)[]).filter(
    (name) => entrada[name] !== null && bare(entrada[name]) !== bare(propias[name]),
  );
  if (others.length === 0) return <Banner tone="info" title="Las tres direcciones son las de su empresa en Timbre." />;
  return (
    <Banner tone="warn" title={`No llevan a Timbre: ${others.map((name) => names[name]).join(', ')}.`}>
      Timbre la atiende en {propias.recepcion}. Corríjalas en el portal de la DGII, o lo que le envíen llegará a otro
      sistema.
    </Banner>
  );
}
