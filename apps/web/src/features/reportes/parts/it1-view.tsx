import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { answerIT1, type Casilla, type Reporte, type ResumenIT1 } from '../api.ts';
import styles from '../reportes.module.css';
import { monthOfRango, type Rango } from '../search.ts';
import { BoxTable } from './box-table.tsx';
import { Findings } from './it1-findings.tsx';

const BoxDialog = lazyPart(async () => (await import('./box-dialog.tsx')).BoxDialog, 'dialog');

const parts = [
  { value: 'resumen', label: 'Resumen gerencial' },
  { value: 'formulario', label: 'Formulario IT-1' },
  { value: 'anexo', label: 'Anexo A' },
] as const;

interface Props {
  report: Reporte;
  rango: Rango;
  onGenerate: () => void;
}

/** The IT-1: what its audit found, the summary for who manages, and the boxes of the form and of Anexo A. */
export function IT1View({ report, rango, onGenerate }: Props) {
  const { noEmite } = useSesion();
  const [part, setPart] = useState<(typeof parts)[number]['value']>('resumen');
  const [opened, setOpened] = useState<Casilla>();
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
  const refusal = noEmite ?? (month === undefined ? 'Las casillas manuales son de un solo mes' : undefined);
  const table = (label: string, boxes: readonly Casilla[]) => (
    <BoxTable
      label={label}
      boxes={boxes}
      refusal={refusal}
      onOpen={setOpened}
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
      {answering.error && <Banner title="No se guardó la casilla.">{messageOf(answering.error)}</Banner>}
      <Findings of={resumen.preauditoria} />
      <div className={styles.vistas}>
        <Segmented label="Parte del IT-1" options={parts} value={part} onChange={setPart} />
      </div>
      {part === 'resumen' && <Summary resumen={resumen} />}
      {part === 'formulario' && table('Formulario IT-1', resumen.formulario)}
      {part === 'anexo' && table('Anexo A', resumen.anexoA)}
      <Suspense>
        {opened && <BoxDialog reporteId={report._id} casilla={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}

const categorias = {
  ingreso: 'Ingreso',
  gasto: 'Gasto',
  calculo: 'Cálculo',
  impuesto: 'Impuesto',
  resultado: 'Resultado',
} as const;

/** The manager's summary: what was earned, spent and is owed. */
function Summary({ resumen }: { resumen: ResumenIT1 }) {
  const figures = [
    ['Total de ingresos', resumen.totalIngresos],
    ['Total de gastos', resumen.totalGastos],
    ['Utilidad bruta', resumen.utilidadBruta],
    ['ITBIS a pagar', resumen.itbisAPagar],
    ['ITBIS de ventas', resumen.itbisVentas],
    ['ITBIS de compras', resumen.itbisCompras],
    ['Impuesto sobre la renta', resumen.impuestoRenta],
    ['Utilidad neta', resumen.utilidadNeta],
  ] as const;
  return (
    <>
      <StatGrid wide>
        {figures.map(([name, value]) => (
          <StatCard key={name} name={name} value={`RD$ ${formatAmount(value)}`} />
        ))}
      </StatGrid>
      <Panel title="Resumen gerencial" note={resumen.nota}>
        <div className={styles.scroll}>
          <table className={styles.plain}>
            <thead>
              <tr>
                <th scope="col">Concepto</th>
                <th scope="col">Categoría</th>
                <th scope="col" data-right="true">
                  Monto
                </th>
                <th scope="col" data-right="true">
                  ITBIS
                </th>
              </tr>
            </thead>
            <tbody>
              {resumen.detalle.map(({ id, concepto, categoria, monto, itbis }) => (
                <tr key={id} data-strong={categoria === 'resultado'}>
                  <th scope="row">{concepto}</th>
                  <td>{categorias[categoria]}</td>
                  <td data-right="true">{formatAmount(monto)}</td>
                  <td data-right="true">{formatAmount(itbis)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}
