import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import bar from '../../../ui/progress-bar.module.css';
import { demostracionQuery, restablecer } from '../api.ts';

const question = {
  title: '¿Restablecer la demostración?',
  detail:
    'Se preparan dos empresas nuevas, con otros RNC y seis meses de historia. Las de ahora se conservan, sin usuarios, porque sus comprobantes no se borran. Su sesión se cierra: entre otra vez con el usuario «demo» y la misma contraseña.',
  confirm: 'Restablecer demostración',
};

/** The demonstration: how far it has been made, or the way to make it again. Nothing where there is none. */
export function DemoPanel() {
  const client = useQueryClient();
  const { data } = useQuery(demostracionQuery);
  const again = useMutation({
    mutationFn: () => restablecer({}),
    onSuccess: () => client.invalidateQueries({ queryKey: demostracionQuery.queryKey }),
  });
  const isBeingMade = data?.preparando != null;
  const was = useRef(isBeingMade);
  useEffect(() => {
    // The other panels were read while documents were still being issued.
    if (was.current && !isBeingMade) void client.invalidateQueries();
    was.current = isBeingMade;
  }, [client, isBeingMade]);
  if (data === undefined) return null;
  const { preparando, restablecible } = data;
  if (preparando !== null) {
    const { hechos, total } = preparando;
    return (
      <Panel
        title="Demostración"
        note={`Preparando la demostración: ${formatCount(hechos)} de ${formatCount(total)} días`}
      >
        <progress className={bar.bar} value={hechos} max={Math.max(total, 1)} aria-label="Demostración preparada" />
      </Panel>
    );
  }
  if (!restablecible) return null;
  return (
    <Panel
      title="Demostración"
      note="Empresas inventadas con seis meses de historia, junto al simulador de la DGII."
      actions={
        <ConfirmButton
          title="Preparar otra vez las empresas de la demostración"
          onConfirm={() => again.mutate()}
          question={question}
          loading={again.isPending}
        >
          Restablecer demostración
        </ConfirmButton>
      }
    >
      {again.error && <FailureNotice error={again.error} title="No se pudo restablecer la demostración" />}
    </Panel>
  );
}
