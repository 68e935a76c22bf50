import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { importacion } from '@timbre/contract';
import { codigosDeRango } from '@timbre/contract/tables';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { reviewImportacion } from '../api.ts';
import { rangesWanted } from '../ranges-wanted.ts';

interface Props {
  importacion: importacion.Importacion;
  /** What the person need not do after registering a range. */
  spared?: string;
}

/** The ranges that an import lacks: one fault for all of it, for any number of blocked documents. */
export function MissingRanges({ importacion, spared = 'no necesita subir el libro otra vez' }: Props) {
  const { noEmite } = useSesion();
  const review = useMutation({ mutationFn: () => reviewImportacion({ params: { id: importacion.id } }) });
  return Object.values(codigosDeRango).map((codigo) => {
    const { count, types } = rangesWanted(importacion.faltas, codigo);
    if (count === 0) return null;
    const lack = codigo === codigosDeRango.falta ? 'sin un rango autorizado' : 'con su rango vencido';
    return (
      <Banner
        key={codigo}
        title={`${formatCounted(count, 'comprobante')} ${lack}`}
        action={
          noEmite === undefined && (
            <Button size="compact-sm" variant="default" loading={review.isPending} onClick={() => review.mutate()}>
              Revisar de nuevo
            </Button>
          )
        }
      >
        {types}. Registre el rango en{' '}
        <Link to="/configuracion" search={{ tab: 'rangos' }}>
          Configuración › Secuencias
        </Link>{' '}
        y pulse Revisar de nuevo; {spared}.
      </Banner>
    );
  });
}
