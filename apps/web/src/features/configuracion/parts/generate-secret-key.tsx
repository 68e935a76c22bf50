import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { generarSecretKey } from '../api.ts';

interface Props {
  /** The new key replaces the current one, which stops being valid. */
  replaces: boolean;
  refusal?: string | undefined;
}

/** Generates the Secret Key and shows it once. */
export function GenerateSecretKey({ replaces, refusal }: Props) {
  const client = useQueryClient();
  const generate = useMutation({
    mutationFn: () => generarSecretKey({ body: {} }),
    onSuccess: ({ secretKey }) => {
      showSecret({ title: 'Secret Key generada', name: 'Secret Key', secret: secretKey });
      return client.invalidateQueries({ queryKey: ['configuracion'] });
    },
  });

  return (
    <>
      <ConfirmButton
        loading={generate.isPending}
        disabled={refusal !== undefined}
        title={refusal ?? 'Autoriza los cambios de ambiente de la empresa'}
        question={
          replaces
            ? {
                title: 'Generar Secret Key',
                detail: 'Se generará otra Secret Key y la que tiene dejará de ser válida.',
                confirm: 'Generar',
              }
            : undefined
        }
        onConfirm={() => generate.mutate()}
      >
        Generar Secret Key
      </ConfirmButton>
      {generate.error && (
        <NoticeDialog onClose={generate.reset}>
          {`Error al generar la Secret Key. ${messageOf(generate.error)}`}
        </NoticeDialog>
      )}
    </>
  );
}
