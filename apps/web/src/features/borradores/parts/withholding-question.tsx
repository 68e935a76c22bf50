import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { empresa } from '@timbre/contract';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { empresaQuery, saveDatos } from '../../empresa/shared.ts';
import { withholdingPaths } from '../draft.ts';
import { shownFault, useDraft, useDraftStore } from '../draft-store.ts';
import styles from './withholding.module.css';

/**
 * Asks once whether the company withholds. The answer of an administrator is stored for the company; the answer of
 * another user applies to this document only.
 */
export function WithholdingQuestion({ datos }: { datos: empresa.DatosEmpresa }) {
  const client = useQueryClient();
  const store = useDraftStore();
  const { puede } = useSesion();
  const fault = useDraft((state) => shownFault(state, withholdingPaths.retiene));
  const administers = puede('administrar') === true;
  const save = useMutation({
    mutationFn: (agenteRetencion: boolean) => saveDatos({ body: { ...datos, agenteRetencion } }),
    onSuccess: () => client.invalidateQueries({ queryKey: empresaQuery.queryKey }),
  });
  const answer = (withholds: boolean) =>
    administers ? save.mutate(withholds) : store.set(withholdingPaths.retiene, withholds ? 'si' : 'no');
  return (
    <fieldset className={styles.question}>
      <legend>¿Su empresa retiene a quienes le venden?</legend>
      <p>
        Solo retiene quien es agente de retención.{' '}
        {administers
          ? 'Su respuesta queda en Configuración, para todos los comprobantes.'
          : 'Su respuesta vale para este comprobante; un administrador puede dejarla en Configuración.'}
      </p>
      <FailureNotice title="No se guardó." error={save.error} />
      <div className={styles.choices}>
        <Button id={withholdingPaths.retiene} loading={save.isPending} onClick={() => answer(true)}>
          Sí, retiene
        </Button>
        <Button disabled={save.isPending} onClick={() => answer(false)}>
          No retiene
        </Button>
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
