import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import text from '../../ui/text.module.css';
import { SignForm } from './parts/sign-form.tsx';
import { SignedFiles } from './parts/signed-files.tsx';
import { useSigning } from './use-signing.ts';

const facts = ['PDF, XML y TXT', 'Con el certificado de la empresa'];

/** Signs files with the company's certificate. */
export function FirmadoScreen() {
  const { items, failure, busy, choose, sign, dismiss } = useSigning();
  return (
    <>
      <PageHeader title="Firmado Digital" facts={facts}>
        <Link className={text.link} to="/verificar">
          Verificar un archivo firmado
        </Link>
      </PageHeader>
      <div className={card.stack}>
        <SignForm items={items} busy={busy} onChoose={choose} onSign={sign} />
        {failure && (
          <Banner title="Error al firmar el documento" onDismiss={dismiss}>
            {failure}
          </Banner>
        )}
        {items.length > 0 ? (
          <SignedFiles items={items} />
        ) : (
          <section className={card.card}>
            <EmptyState
              title="Aquí quedan los archivos firmados"
              detail="Se firma en el servidor y se descarga aquí: el archivo no se guarda. La auditoría anota quién firmó, qué archivo y con qué certificado."
            />
          </section>
        )}
      </div>
    </>
  );
}
