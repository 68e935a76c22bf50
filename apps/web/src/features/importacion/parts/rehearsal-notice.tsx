import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { forgetEnsayo } from '../api.ts';
import { keyOf } from '../queries.ts';

/**
 * The notice that development mode is on, with a button that restarts the rehearsal. @param id of an import with a
 * rehearsal
 */
export function RehearsalNotice({ id }: { id?: string | undefined }) {
  const client = useQueryClient();
  const { noEmite } = useSesion();
  const anew = useMutation({
    mutationFn: (importacion: string) => forgetEnsayo({ params: { id: importacion } }),
    onSuccess: (_, importacion) => client.invalidateQueries({ queryKey: keyOf(importacion) }),
  });
  return (
    <Banner
      tone="info"
      title="ENSAYO"
      action={
        id !== undefined &&
        noEmite === undefined && (
          <Button size="compact-sm" variant="default" loading={anew.isPending} onClick={() => anew.mutate(id)}>
            Ensayar de nuevo
          </Button>
        )
      }
    >
      Lo que firme y envíe va a la DGII integrada en Timbre: no se emite nada, no se usa ningún número y ninguna cifra
      lo cuenta. Para enviar de verdad, apague Modo desarrollo.
    </Banner>
  );
}
