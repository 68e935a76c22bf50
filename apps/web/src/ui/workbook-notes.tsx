import { Button } from '@mantine/core';
import { formatCounted } from '../lib/format.ts';
import { Banner } from './banner.tsx';
import text from './text.module.css';

/** Notes about the reading of a workbook: its columns, its hidden rows, its notices. */
interface Notes {
  readonly columnas: readonly { readonly letra: string; readonly encabezado: string; readonly dato: string | null }[];
  readonly filasOcultas: number;
  readonly avisos: readonly string[];
}

interface Props {
  notes: Notes;
  /** Whether the hidden rows were read. */
  readsHidden: boolean;
  /** Reads the workbook again, with the hidden rows or without them. */
  onReadHidden: (wanted: boolean) => void;
}

interface HiddenRowsProps {
  /** How many rows of the sheet are hidden. */
  count: number;
  readsHidden: boolean;
  onReadHidden: (wanted: boolean) => void;
}

/** Asks about the hidden rows of a sheet; nothing if there are none. */
export function HiddenRows({ count, readsHidden, onReadHidden }: HiddenRowsProps) {
  if (count === 0) return null;
  return (
    <Banner
      tone="info"
      title={`${formatCounted(count, 'fila está oculta', 'filas están ocultas')} en la hoja.`}
      action={
        <Button onClick={() => onReadHidden(!readsHidden)}>{readsHidden ? 'No leerlas' : 'Leerlas también'}</Button>
      }
    >
      {readsHidden ? 'Se leyeron con las demás.' : 'No se leyeron: las esconde un filtro, o alguien las ocultó.'}
    </Banner>
  );
}

/** Says of a workbook which columns were read and which were not, what was adjusted, and asks about its hidden rows. */
export function WorkbookNotes({ notes: { columnas, filasOcultas, avisos }, readsHidden, onReadHidden }: Props) {
  const [read, unread] = [columnas.filter(({ dato }) => dato !== null), columnas.filter(({ dato }) => dato === null)];
  return (
    <>
      <HiddenRows count={filasOcultas} {...{ readsHidden, onReadHidden }} />
      {avisos.length > 0 && (
        <Banner tone="info" title="Del libro:">
          {avisos.join('. ')}.
        </Banner>
      )}
      <p className={text.quiet}>
        {`Columnas leídas: ${read.map(({ letra, encabezado, dato }) => `${letra} «${encabezado}» es ${dato}`).join(' · ')}.`}
        {unread.length > 0 &&
          ` No se leen: ${unread.map(({ letra, encabezado }) => `${letra} «${encabezado}»`).join(', ')}.`}
      </p>
    </>
  );
}
