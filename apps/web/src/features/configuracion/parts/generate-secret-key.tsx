import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { generarSecretKey } from '../api.ts';
import { PasswordDialog } from './password-dialog.tsx';

interface Props {
  /** There is one already, which will no longer be valid. */
  replaces: boolean;
  refusal?: string | undefined;
}

/** Makes the Secret Key, for whoever gives their password, and shows it once. */
export function GenerateSecretKey({ replaces, refusal }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const generate = useMutation({
    mutationFn: (contrasena: string) => generarSecretKey({ body: { contrasena } }),
    onSuccess: ({ secretKey }) => {
      showSecret({ title: 'Secret Key generada', name: 'Secret Key', secret: secretKey });
      setAsking(false);
      return client.invalidateQueries({ queryKey: ['configuracion'] });
    },
  });
  const ask = () => {
    generate.reset();
    setAsking(true);
  };

  return (
    <>
      <Button disabled={refusal !== undefined} title={refusal} onClick={ask}>
        Generar Secret Key
      </Button>
      {asking && (
        <PasswordDialog
          title="Generar Secret Key"
          confirm="Generar"
          failure={generate.error ? messageOf(generate.error) : undefined}
          busy={generate.isPending}
          onConfirm={generate.mutate}
          onClose={() => setAsking(false)}
        >
          {replaces
            ? 'Se generará otra Secret Key y la que tiene dejará de ser válida.'
            : 'La Secret Key autoriza los cambios de ambiente de la empresa.'}
        </PasswordDialog>
      )}
    </>
  );
}
