import { Button } from '@mantine/core';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';

/**
 * The notice that development mode is on, with a button that restarts the rehearsal.
 *
 * @param onForget deletes the rehearsal; undefined if there is none yet
 */
export function RehearsalNotice({ onForget }: { onForget?: (() => Promise<unknown>) | undefined }) {
  const { noEmite } = useSesion();
  const anew = useMutation({ mutationFn: async (forget: () => Promise<unknown>) => forget() });
  return (
    <Banner
      tone="info"
      title="ENSAYO"
      action={
        onForget !== undefined &&
        noEmite === undefined && (
          <Button size="compact-sm" variant="default" loading={anew.isPending} onClick={() => anew.mutate(onForget)}>
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
