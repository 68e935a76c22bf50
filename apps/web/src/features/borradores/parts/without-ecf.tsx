import { TextInput } from '@mantine/core';
import { normalNCF } from '@timbre/values';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import type { Forma } from '../../documentos/shared.ts';
import { printWithoutECF } from '../api.ts';
import styles from '../borradores.module.css';
import type { Tree } from '../tree.ts';

/** How the document is printed. @source Representación Impresa, modelos 3.2 and 4.2 */
type Modelo = 'serie-b' | 'diferido';

interface Props {
  /** The body to be issued. */
  body: Tree;
  forma: Forma;
}

/** Prints the document while no e-CF can be issued: with a number of series B, or without any. Nothing is stored. */
export function WithoutECF({ body, forma }: Props) {
  const [ncf, setNCF] = useState('');
  const [vence, setVence] = useState('');
  const [enlace, setEnlace] = useState('');
  const print = useMutation({
    mutationFn: (modelo: Modelo) => {
      const more =
        modelo === 'diferido'
          ? { ...(enlace.trim() !== '' && { enlace: enlace.trim() }) }
          : { ncf: normalNCF(ncf), ...(vence !== '' && { vence }) };
      return printWithoutECF({ body, query: { forma, modelo, ...more } });
    },
    onSuccess: (file, modelo) => saveFile(file, modelo === 'diferido' ? 'envio-diferido.pdf' : `${normalNCF(ncf)}.pdf`),
  });
  return (
    <details className={styles.group}>
      <summary>Imprimir sin e-CF</summary>
      <div className={styles.body}>
        <p className={styles.whole}>
          Cuando no puede emitir e-CF, el cliente se lleva este documento impreso. Aquí no se guarda nada ni se toma un
          número: al volver, emita el e-CF que lo reemplaza.
        </p>
        <TextInput
          label="NCF de la serie B"
          placeholder="B0100000001"
          maxLength={19}
          value={ncf}
          onChange={(event) => setNCF(event.currentTarget.value)}
        />
        <DateField label="Vencimiento de su secuencia" value={vence} onChange={setVence} />
        <TextInput
          className={styles.whole}
          label="Página donde el cliente consultará el e-CF"
          description="Para el envío diferido, que es solo de empresas autorizadas por la DGII. Vacía: el sitio web de la empresa."
          placeholder="https://"
          maxLength={200}
          value={enlace}
          onChange={(event) => setEnlace(event.currentTarget.value)}
        />
        {print.error && (
          <div className={styles.whole}>
            <Banner title="No se imprimió.">{messageOf(print.error)}</Banner>
          </div>
        )}
        <div className={styles.downloads}>
          <ActionButton
            disabled={ncf.trim() === ''}
            title={ncf.trim() === '' ? 'Escriba el NCF que entrega' : undefined}
            loading={print.isPending && print.variables === 'serie-b'}
            onClick={() => print.mutate('serie-b')}
          >
            Descargar con la serie B
          </ActionButton>
          <ActionButton
            loading={print.isPending && print.variables === 'diferido'}
            onClick={() => print.mutate('diferido')}
          >
            Descargar como envío diferido
          </ActionButton>
        </div>
      </div>
    </details>
  );
}
