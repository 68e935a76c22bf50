import { useRef } from 'react';
import { useMutation } from '../../lib/mutation.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { verifyFiles } from './api.ts';
import { Answer } from './parts/answer.tsx';
import { FileForm } from './parts/file-form.tsx';

const facts = ['PDF, XML, p7m o p7s', 'Firmado por cualquiera', 'No se guarda nada'];

/** Shows any visitor, with or without a session, who signed a file, when, and whether it is unchanged. */
export function VerificarScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  const verifying = useMutation({
    mutationFn: verifyFiles,
    onSuccess: () => requestAnimationFrame(() => heading.current?.focus()),
  });
  return (
    <>
      <PageHeader title="Verificar un archivo firmado" facts={facts} />
      <div className={card.stack}>
        <FileForm
          busy={verifying.isPending}
          failure={verifying.error}
          isIncomplete={verifying.data?.firmas.every(({ estado }) => estado === 'no-verificable') ?? false}
          onChange={verifying.reset}
          onSend={verifying.mutate}
        />
        {verifying.data ? (
          <Answer answer={verifying.data} heading={heading} />
        ) : (
          <section className={card.card}>
            <EmptyState
              title={verifying.isPending ? 'Verificando…' : 'Aquí se dice quién firmó'}
              detail="Quién firmó, con qué RNC o cédula, cuándo, si el certificado estaba vigente entonces y si el archivo está intacto desde la firma."
            />
          </section>
        )}
      </div>
    </>
  );
}
