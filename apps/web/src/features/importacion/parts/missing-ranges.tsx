import { Button } from '@mantine/core';
import type { importacion } from '@timbre/contract';
import { ambienteDe, codigosDeRango } from '@timbre/contract/tables';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import { RangeRemedy } from '../../rangos/shared.tsx';
import { reviewImportacion } from '../api.ts';
import { areRehearsable, onlyTypeOf, rangesWanted } from '../ranges-wanted.ts';

interface Props {
  importacion: importacion.Importacion;
  /** Text that states which step the user need not repeat after registering a range. */
  spared?: string;
}

/** The missing or expired ranges of an import: one banner of each kind, for any number of documents. */
export function MissingRanges({ importacion, spared = 'no necesita subir el libro otra vez' }: Props) {
  const { noEmite, ambiente } = useSesion();
  const review = useMutation({ mutationFn: () => reviewImportacion({ params: { id: importacion.id } }) });
  return Object.values(codigosDeRango).map((codigo) => {
    const { faltas } = importacion;
    const { count, types } = rangesWanted(faltas, codigo);
    if (count === 0) return null;
    const isMissing = codigo === codigosDeRango.falta;
    const mayRehearse = areRehearsable(faltas, codigo);
    return (
      <Banner
        key={codigo}
        tone={mayRehearse ? 'warn' : 'bad'}
        title={`${formatCounted(count, 'comprobante')} ${isMissing ? 'sin un rango autorizado' : 'con su rango vencido'}`}
        action={
          noEmite === undefined && (
            <>
              <RangeRemedy
                tipo={onlyTypeOf(faltas, codigo)}
                ambiente={ambienteDe(ambiente) ?? 'testecf'}
                isExpired={!isMissing}
                onRegistered={() => review.mutate()}
              />
              <Button size="compact-sm" variant="default" loading={review.isPending} onClick={() => review.mutate()}>
                Revisar de nuevo
              </Button>
            </>
          )
        }
      >
        {types}. {mayRehearse ? 'Se pueden ensayar así; para emitirlos, registre' : 'Registre'} el rango: estos
        comprobantes se revisan solos y {spared}.
      </Banner>
    );
  });
}
