import { useRef, useState } from 'react';
import { useMutation } from '../../lib/mutation.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ensayar, type PorEnsayar } from './api.ts';
import { Answer } from './parts/answer.tsx';
import { DocumentForm } from './parts/document-form.tsx';

const facts = ['De cualquier proveedor, firmado o no', 'No se guarda nada', 'No se toma ningún número'];

/** Examines an e-CF or an RFCE for any visitor, with or without a session. */
export function EnsayoScreen() {
  /** The last examined document: a summary may be compared with its invoice afterwards. */
  const [last, setLast] = useState<PorEnsayar>();
  const heading = useRef<HTMLHeadingElement>(null);
  const examining = useMutation({
    mutationFn: ensayar,
    onSuccess: (_, sent) => {
      setLast(sent);
      requestAnimationFrame(() => heading.current?.focus());
    },
  });

  return (
    <>
      <PageHeader title="Ensayo de un XML" facts={facts} />
      <div className={card.stack}>
        <DocumentForm
          busy={examining.isPending}
          failure={examining.error}
          onChange={examining.reset}
          onSend={(xml) => examining.mutate({ xml })}
        />
        {examining.data ? (
          <Answer
            answer={examining.data}
            heading={heading}
            onInvoice={(factura) => last && examining.mutate({ ...last, factura })}
          />
        ) : (
          <section className={card.card}>
            <EmptyState
              title={examining.isPending ? 'Ensayando…' : 'Aquí se explica el comprobante'}
              detail="Forma y estructura del XML, firma y certificado, aritmética, reglas de la DGII, referencias, código QR y código de seguridad: cada hallazgo con su código, su lugar y su fuente."
            />
          </section>
        )}
      </div>
    </>
  );
}
