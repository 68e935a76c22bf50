import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tipoAnulacion } from '@timbre/reports';
import { type FormEvent, useState } from 'react';
import { saveFile } from '../../../lib/files.ts';
import { formatCount, formatCounted, formatMoment } from '../../../lib/format.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { TermHelp } from '../../ayuda/shared.tsx';
import {
  type Anulacion,
  anulables,
  anularNumeros,
  asentarAnulacion,
  estadoDeAnulacion,
  listarAnulaciones,
  type Tramo,
  xmlDeAnulacion,
} from '../anulaciones.ts';
import { ofNumbers, type Secuencia, secuenciasQuery } from '../api.ts';
import styles from '../configuracion.module.css';
import { rangeName } from '../secuencias.ts';

/** The reasons of the 608, in the order of their codes. */
const motivos = Object.entries(tipoAnulacion)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([value, nombre]) => ({ value, label: `${value} · ${nombre}` }));

interface Props {
  secuencia: Secuencia;
  /** Why this user cannot void; undefined when they can. */
  refusal: string | undefined;
  onClose: () => void;
}

/** Voids unused numbers of a range, and shows the earlier annulments. */
export function AnularDialog({ secuencia, refusal, onClose }: Props) {
  const params = { id: secuencia.id };
  const free = useQuery({
    queryKey: ['secuencias', secuencia.id, 'anulables'],
    meta: ofNumbers,
    queryFn: ({ signal }) => anulables({ params, signal }),
  });
  const done = useQuery({
    queryKey: ['secuencias', secuencia.id, 'anulaciones'],
    meta: ofNumbers,
    queryFn: ({ signal }) => listarAnulaciones({ params, query: {}, signal }),
  });
  const error = free.error ?? done.error;
  const retry = () => Promise.all([free.refetch(), done.refetch()]);
  return (
    <Dialog title={`Anular números sin usar de E${secuencia.tipo}`} width={760} onClose={onClose}>
      <div className={styles.dialog}>
        <div className={styles.note}>
          {rangeName(secuencia.tipo, secuencia)} <TermHelp of="anulación de secuencias" />
        </div>
        {error && <LoadFailure title="No se pudieron cargar los números" error={error} onRetry={retry} />}
        {free.data === undefined ? (
          !error && <Skeleton rows={4} />
        ) : free.data.impedimento !== null ? (
          <Banner tone="warn">{free.data.impedimento}</Banner>
        ) : free.data.tramos.length === 0 ? (
          <p className={styles.note}>No quedan números sin usar en este rango.</p>
        ) : (
          <VoidForm secuencia={secuencia} refusal={refusal} tramos={free.data.tramos} cantidad={free.data.cantidad} />
        )}
        {done.data && done.data.anulaciones.length > 0 && (
          <section aria-label="Anulaciones de este rango">
            <h3>Anulaciones</h3>
            <ul>
              {done.data.anulaciones.map((one) => (
                <Done key={one.id} anulacion={one} refusal={refusal} />
              ))}
            </ul>
            {done.data.hayMas && <p className={styles.note}>Se muestran las últimas 50.</p>}
          </section>
        )}
      </div>
    </Dialog>
  );
}

interface FormProps {
  secuencia: Secuencia;
  refusal: string | undefined;
  tramos: readonly Tramo[];
  cantidad: number;
}

function VoidForm({ secuencia, refusal, tramos, cantidad }: FormProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(0);
  const tramo = tramos[chosen] ?? tramos[0]!;
  const [typed, setTyped] = useState<{ desde?: string; hasta?: string }>({});
  const [codigo608, setCodigo] = useState<Anulacion['codigo608']>('08');
  const [asked, setAsked] = useState(false);
  const desde = Number(typed.desde ?? tramo.desde);
  // Empty at first, so that pressing the button twice never voids a whole range by mistake.
  const hasta = Number(typed.hasta ?? '');
  const isWithin = desde >= tramo.desde && hasta <= tramo.hasta && desde <= hasta;
  const annul = useMutation({
    mutationFn: () => anularNumeros({ params: { id: secuencia.id }, body: { desde, hasta, codigo608 } }),
    onSuccess: ({ cantidad }) => {
      toast(`Anulación de ${formatCounted(cantidad, 'número')} registrada: se envía a la DGII`, 'ok', brieflyMs);
      setTyped({});
      setAsked(false);
      return client.invalidateQueries({ queryKey: secuenciasQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWithin || refusal !== undefined || annul.isPending) return;
    if (asked) annul.mutate();
    else setAsked(true);
  };
  const digits = (of: 'desde' | 'hasta', label: string) => ({
    className: styles.grow ?? '',
    label,
    inputMode: 'numeric' as const,
    maxLength: 10,
    value: typed[of] ?? (of === 'desde' ? String(tramo.desde) : ''),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setAsked(false);
      setTyped({ ...typed, [of]: event.currentTarget.value.replace(/\D/g, '') });
    },
  });
  return (
    <form className={styles.dialog} noValidate onSubmit={submit}>
      <p>Se pueden anular {formatCounted(cantidad, 'número')} que ningún comprobante lleva.</p>
      <NativeSelect
        label="Números sin usar"
        value={String(chosen)}
        data={tramos.map((one, i) => ({
          value: String(i),
          label: `Del ${formatCount(one.desde)} al ${formatCount(one.hasta)} (${formatCount(one.hasta - one.desde + 1)})`,
        }))}
        onChange={(event) => {
          setChosen(Number(event.currentTarget.value));
          setTyped({});
          setAsked(false);
        }}
      />
      <div className={styles.pair}>
        <TextInput {...digits('desde', 'Desde')} />
        <TextInput
          {...digits('hasta', 'Hasta')}
          error={
            isWithin || !typed.hasta
              ? undefined
              : `Elija números del ${formatCount(tramo.desde)} al ${formatCount(tramo.hasta)}`
          }
        />
      </div>
      <NativeSelect
        label="Tipo de anulación (608)"
        value={codigo608}
        data={motivos}
        onChange={(event) => setCodigo(event.currentTarget.value as Anulacion['codigo608'])}
      />
      {asked && (
        <Banner tone="warn" title="Esto no se puede deshacer.">
          {formatCounted(hasta - desde + 1, 'número')} de E{secuencia.tipo}, del {formatCount(desde)} al{' '}
          {formatCount(hasta)}: ningún comprobante podrá llevarlos.
        </Banner>
      )}
      <FailureNotice title="No se anularon los números" error={annul.error} />
      <div className={form.actions}>
        {asked && <Button onClick={() => setAsked(false)}>Cancelar</Button>}
        <Button
          type="submit"
          variant="filled"
          color="red"
          loading={annul.isPending}
          disabled={!isWithin || refusal !== undefined}
          title={refusal}
        >
          {asked ? 'Anular definitivamente' : 'Anular números'}
        </Button>
      </div>
    </form>
  );
}

/**
 * One annulment: its numbers, its state, the DGII's messages, its XML. If it is unconfirmed, the user records the
 * outcome shown in the portal.
 */
function Done({ anulacion, refusal }: { anulacion: Anulacion; refusal: string | undefined }) {
  const client = useQueryClient();
  const { id, eNCFDesde, eNCFHasta, cantidad, codigo608, estado, mensajes, por, firmada, asentadaPor } = anulacion;
  const download = useMutation({
    mutationFn: () => xmlDeAnulacion({ params: { id } }),
    onSuccess: (file) => saveFile(file, `anulacion_${eNCFDesde}.xml`),
  });
  const settle = useMutation({
    mutationFn: (anulados: boolean) => asentarAnulacion({ params: { id }, body: { anulados } }),
    onSuccess: () => client.invalidateQueries({ queryKey: secuenciasQuery.queryKey }),
  });
  const failure = lastError(download, settle);
  return (
    <li>
      <div className={text.between}>
        <span className={text.encf}>
          {eNCFDesde} – {eNCFHasta}
        </span>
        <Chip tone={estadoDeAnulacion[estado].tone}>{estadoDeAnulacion[estado].nombre}</Chip>
      </div>
      <div className={text.quiet}>
        {formatCounted(cantidad, 'número')} · {codigo608} {tipoAnulacion[codigo608]} · {formatMoment(firmada)} · {por}
      </div>
      {mensajes.length > 0 && <div>{mensajes.join('. ')}</div>}
      {asentadaPor !== null && <div className={text.quiet}>Confirmada por {asentadaPor} en el portal de la DGII</div>}
      <FailureNotice error={failure} />
      <div className={styles.row}>
        <Button size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          Descargar XML
        </Button>
        {estado === 'sin_confirmar' &&
          ([true, false] as const).map((anulados) => (
            <Button
              key={String(anulados)}
              size="xs"
              disabled={refusal !== undefined || settle.isPending}
              title={refusal}
              onClick={() => settle.mutate(anulados)}
            >
              {anulados ? 'La DGII los anuló' : 'La DGII no los anuló'}
            </Button>
          ))}
      </div>
    </li>
  );
}
