import { IconDownload } from '@tabler/icons-react';
import type { importacion } from '@timbre/contract';
import { featureConstants } from '@timbre/contract/tables';
import { type TipoECF, tiposECF } from '@timbre/values';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { WorkbookForm } from '../../../ui/workbook-form.tsx';
import { createImportacion, readSample, readTemplate } from '../api.ts';
import styles from './import-form.module.css';

interface Props {
  /** The open import, if there is one. */
  open: importacion.Importacion | undefined;
  onCreated: (id: string) => void;
  children: ReactNode;
}

/** The form that uploads a workbook of e-CF, with the sample workbook. While an import is open it is collapsed. */
export function ImportForm({ open, onCreated, children }: Props) {
  const { noEmite } = useSesion();
  const sample = useMutation({
    mutationFn: async () => saveFile(await readSample({}), 'muestra.xlsx'),
  });
  const template = useMutation({
    mutationFn: async (tipo: TipoECF) =>
      saveFile(await readTemplate({ params: { archivo: `ecf-${tipo}.xlsx` } }), `ecf-${tipo}.xlsx`),
  });
  const facts = [
    <button
      key="muestra"
      type="button"
      className={styles.link}
      onClick={() => sample.mutate()}
      disabled={sample.isPending}
    >
      <IconDownload size={14} aria-hidden="true" /> Descargar un libro de muestra
    </button>,
    <span key="plantillas" className={styles.templates}>
      Plantilla por tipo:
      {tiposECF.map((tipo) => (
        <button
          key={tipo}
          type="button"
          className={styles.link}
          aria-label={`Descargar la plantilla del tipo ${tipo}`}
          onClick={() => template.mutate(tipo)}
        >
          {tipo}
        </button>
      ))}
    </span>,
    ...[sample.error, template.error].flatMap((error) => (error ? [messageOf(error)] : [])),
  ];

  async function upload(workbook: File) {
    const form = new FormData();
    form.append('archivo', workbook);
    onCreated((await createImportacion({ form })).id);
  }

  return (
    <WorkbookForm
      submit="Procesar Excel"
      another={open && 'Procesar otro libro'}
      maxBytes={featureConstants.importacion.limitesDelLibro.bytes}
      refusal={noEmite}
      onUpload={upload}
      failureOf={(error) => `Error al procesar el archivo: ${messageOf(error)}`}
      facts={facts}
    >
      {children}
    </WorkbookForm>
  );
}
