import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ambiente, ambienteDe, ambienteVisible } from '@timbre/contract/tables';
import * as configuracionCalls from '../../calls/configuracion.generated.ts';
import { caller, Refusal } from '../../lib/api.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import text from '../../ui/text.module.css';
import { brieflyMs, toast } from '../../ui/toast.tsx';
import styles from './range-remedy.module.css';

const registerTestRanges = caller(configuracionCalls.registrarRangosDePrueba);

interface Props {
  /** The type that lacks numbers; undefined: any. */
  tipo?: string | undefined;
  ambiente: Ambiente;
  /** There is a range, but it expired: the DGII's test ranges would not help. */
  isExpired?: boolean;
  /** Called once the DGII's ranges are registered. */
  onRegistered?: (() => unknown) | undefined;
}

/**
 * The remedies for a missing range: a link to the form of ranges and, in Pruebas, the DGII's test ranges in one step.
 */
export function RangeRemedy({ tipo, ambiente, isExpired = false, onRegistered }: Props) {
  const { puede } = useSesion();
  if (puede('administrar') === false)
    return <span className={styles.note}>El rango lo registra un administrador de la empresa.</span>;
  return (
    <div className={styles.remedy}>
      {ambiente === 'testecf' && !isExpired && <TestRangesButton onRegistered={onRegistered} />}
      <Link
        to="/configuracion"
        search={{ tab: 'rangos', ambiente, ...(tipo !== undefined && { registrar: tipo }) }}
        className={text.link}
      >
        {tipo === undefined ? 'Abrir Secuencias' : `Registrar un rango de E${tipo} en ${ambienteVisible[ambiente]}`}
      </Link>
    </div>
  );
}

/** Registers the ranges of the ten types that the DGII lets every company use in Pruebas. */
export function TestRangesButton({ onRegistered }: Pick<Props, 'onRegistered'>) {
  const client = useQueryClient();
  const register = useMutation({
    mutationFn: () => registerTestRanges({}),
    onSuccess: async (added) => {
      toast(added.length === 0 ? 'Ya estaban registrados' : 'Rangos de prueba registrados', 'ok', brieflyMs);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['secuencias'] }),
        client.invalidateQueries({ queryKey: ['configuracion', 'rangos'] }),
      ]);
      await onRegistered?.();
    },
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        title="Los que la DGII da a todos en Pruebas: del 1 al 10,000,000 (E32, al 50,000,000)"
        loading={register.isPending}
        onClick={() => register.mutate()}
      >
        Usar los rangos de prueba de la DGII
      </Button>
      <FailureNotice title="No se registraron los rangos" error={register.error} />
    </>
  );
}

/** The remedy for a refusal caused by a missing range; renders nothing for any other. */
export function RefusedRange({ error, onRegistered }: { error: unknown } & Pick<Props, 'onRegistered'>) {
  const rango = error instanceof Refusal ? error.problem.rango : undefined;
  const ambiente = ambienteDe(rango?.ambiente ?? '');
  if (rango === undefined || ambiente === undefined) return null;
  const isExpired = error instanceof Refusal && error.problem.code === 'secuencia/vencida';
  return <RangeRemedy tipo={rango.tipo} ambiente={ambiente} isExpired={isExpired} onRegistered={onRegistered} />;
}
