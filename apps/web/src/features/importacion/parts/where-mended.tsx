import { Link } from '@tanstack/react-router';
import type { ErrorDeDocumento } from '@timbre/contract';
import { ambienteDe, datoDondeSeCompleta } from '@timbre/contract/tables';
import { useSesion } from '../../../lib/use-sesion.ts';
import text from '../../../ui/text.module.css';
import { RangeRemedy } from '../../rangos/shared.tsx';

/** A link to the place where a fault is corrected for all documents: the company's data, or its ranges. */
export function WhereMended({ fault }: { fault: ErrorDeDocumento | undefined }) {
  const { ambiente } = useSesion();
  const dato = datoDondeSeCompleta(fault?.dondeSeCorrige);
  if (dato)
    return (
      <Link to="/configuracion" search={{ dato }} className={text.link}>
        Completar los datos de la empresa
      </Link>
    );
  return fault?.codigo === 'ECF-SECUENCIA' && <RangeRemedy ambiente={ambienteDe(ambiente) ?? 'testecf'} isExpired />;
}
