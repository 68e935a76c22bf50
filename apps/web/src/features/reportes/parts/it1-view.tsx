import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.tsx';
import { answerIT1, type Casilla, type Reporte } from '../api.ts';
import styles from '../reportes.module.css';
import { monthOfRango, type Rango } from '../search.ts';
import { BoxTable } from './box-table.tsx';
import { Findings } from './it1-findings.tsx';
import { IT1Summary } from './it1-summary.tsx';

const BoxDialog = lazyPart(async () => (await import('./box-dialog.tsx')).BoxDialog, 'dialog');

const forms = [
  { value: 'formulario', label: 'Formulario IT-1' },
  { value: 'anexo', label: 'Anexo A' },
] as const;
const parts = [{ value: 'resumen', label: 'Resumen gerencial' }, ...forms] as const;
type Part = (typeof parts)[number]['value'];

interface Props {
  report: Reporte;
  rango: Rango;
  onGenerate: () => void;
}

/**
 * The IT-1: the findings of its audit, the management summary, and the boxes of the form and of Anexo A. The summary is
 * shown next to the form if both fit; otherwise one of them is selected.
 */
export function IT1View({ report, rango, onGenerate }: Props) {
  const { noReporta } = useSesion();
  const beside = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false });
  const [part, setPart] = useState<Part>();
  const [opened, setOpened] = useState<string>();
  const [answered, setAnswered] = useState(false);
  const month = monthOfRango(rango);
  const answering = useMutation({
    mutationFn: ({ id, valor }: { id: string; valor: string | null }) =>
      answerIT1({ params: { periodo: month ?? '' }, body: { casillas: { [id]: valor } } }),
    onSuccess: () => {
      setAnswered(true);
      toast('Casilla guardada');
    },
  });
  const { resumen } = report;
  if (resumen === null) return null;
  const refusal = noReporta ?? (month === undefined ? 'Las casillas manuales son de un solo mes' : undefined);
  const shown = beside ? (part === 'anexo' ? part : 'formulario') : (part ?? 'resumen');
  const fed = new Set([...resumen.formulario, ...resumen.anexoA].filter(({ filas }) => filas > 0).map(({ id }) => id));
  const table = (label: string, boxes: readonly Casilla[]) => (
    <BoxTable
      label={label}
      boxes={boxes}
      fed={fed}
      refusal={refusal}
      onOpen={({ id }) => setOpened(id)}
      onAnswer={(id, valor) => answering.mutateAsync({ id, valor })}
    />
  );
  return (
    <>
      {answered && (
        <Banner
          tone="info"
          title="Llenó una casilla a mano."
          action={
            <Button
              onClick={() => {
                setAnswered(false);
                onGenerate();
              }}
            >
              Generar otra vez
            </Button>
          }
        >
          El reporte guardado no cambia: genérelo otra vez para que la cuente.
        </Banner>
      )}
      <FailureNotice title="No se guardó la casilla." error={answering.error} />
      <Findings of={resumen.preauditoria} onOpen={setOpened} />
      <div className={beside ? styles.beside : card.stack}>
        {beside && (
          <div className={card.stack}>
            <IT1Summary resumen={resumen} />
          </div>
        )}
        <div className={card.stack}>
          <div className={styles.vistas}>
            <Segmented<Part> label="Parte del IT-1" options={beside ? forms : parts} value={shown} onChange={setPart} />
          </div>
          {shown === 'resumen' && <IT1Summary resumen={resumen} />}
          {shown !== 'resumen' && (
            <Banner tone="info" title="Casillas sin confirmar.">
              Son las del formulario anterior a la Ley 30-26, y ninguna fuente publicada dice si cambiaron. Compárelas
              con las de la Oficina Virtual antes de presentar.
            </Banner>
          )}
          {shown === 'formulario' && table('Formulario IT-1', resumen.formulario)}
          {shown === 'anexo' && table('Anexo A', resumen.anexoA)}
        </div>
      </div>
      <Suspense>
        {opened && <BoxDialog reporteId={report._id} casilla={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}
