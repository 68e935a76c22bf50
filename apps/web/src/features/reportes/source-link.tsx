import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import text from '../../ui/text.module.css';
import type { Fila } from './api.ts';

interface Props {
  row: Pick<Fila, 'documentoId' | 'fuente'>;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to the e-CF of a row. A row from paper has none and is shown without a link. */
export function SourceLink({ row: { documentoId, fuente }, className = '', children }: Props) {
  if (documentoId === null) return <span className={className}>{children}</span>;
  const to = fuente === 'emitido' ? '/facturas' : '/facturasrecibidas';
  return (
    <Link to={to} search={{ doc: documentoId }} className={`${text.link} ${className}`}>
      {children}
    </Link>
  );
}
