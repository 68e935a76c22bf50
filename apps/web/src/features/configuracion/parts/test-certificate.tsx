import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as empresaCalls from '../../../calls/empresa.generated.ts';
import { caller } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import styles from '../configuracion.module.css';

const createTestCertificate = caller(empresaCalls.usarCertificadoDePrueba, { timeout: 30_000 });

/** Offers a test certificate, accepted by the built-in DGII, to a company without a certificate. */
export function TestCertificate({ refusal }: { refusal: string | undefined }) {
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => createTestCertificate({}),
    onSuccess: async () => {
      toast('Certificado de prueba en uso', 'ok', brieflyMs);
      await Promise.all(
        ['configuracion', 'empresa', 'avisos'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  return (
    <div className={styles.trial}>
      <p>Este servidor trabaja con una DGII simulada: para probar no hace falta un certificado propio.</p>
      <Button
        size="compact-sm"
        disabled={refusal !== undefined}
        title={refusal}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        Usar un certificado de prueba
      </Button>
      <FailureNotice title="No se creó el certificado" error={make.error} />
    </div>
  );
}
