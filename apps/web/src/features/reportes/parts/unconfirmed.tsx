import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { askAgain } from '../api.ts';
import { liveKey, problemsQuery } from '../month-queries.ts';

/** The rule about received e-CF that the DGII has not accepted. */
export const unconfirmedCode = '606-DGII-01';

/**
 * How many received e-CF of a month wait for the DGII, with buttons to list them and to query the DGII again. Renders
 * nothing if none waits.
 */
export function Unconfirmed({ periodo, onShow }: { periodo: Periodo; onShow: () => void }) {
  const { data } = useQuery(problemsQuery('606', periodo));
  const count = data?.porCodigo.find(({ codigo }) => codigo === unconfirmedCode)?.cantidad ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      tone="warn"
      title={`${formatCounted(count, 'e-CF recibido espera', 'e-CF recibidos esperan')} a la DGII y no ${count === 1 ? 'cuenta' : 'cuentan'} en el 606.`}
      action={
        <>
          <Button onClick={onShow}>Ver cuáles</Button>
          <AskAgain periodo={periodo} />
        </>
      }
    >
      Cuando los acepte, entran solos.
    </Banner>
  );
}

/** Queries the DGII again. Its answers arrive a moment later, and the month is then read again. */
export function AskAgain({ periodo }: { periodo: Periodo }) {
  const client = useQueryClient();
  const { noReporta } = useSesion();
  const asking = useMutation({
    mutationFn: async () => {
      await askAgain({ body: { periodo } });
      await new Promise((resolve) => setTimeout(resolve, answerWithinMs));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: liveKey('606') }),
  });
  return (
    <>
      <ActionButton
        loading={asking.isPending}
        disabled={noReporta !== undefined}
        title={noReporta}
        onClick={() => asking.mutate()}
      >
        Consultar otra vez
      </ActionButton>
      {asking.error && <span role="alert">{messageOf(asking.error)}</span>}
    </>
  );
}

/** Time within which the DGII answers, if it does. */
const answerWithinMs = 2_000;
