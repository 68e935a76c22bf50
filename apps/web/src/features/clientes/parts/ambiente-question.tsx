import { displayAmbiente } from '@timbre/contract/tables';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Cliente } from '../api.ts';

interface Props {
  cliente: Cliente;
  /** The selected environment. */
  ambiente: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a company is moved to another environment. */
export function AmbienteQuestion({ cliente, ambiente, ...rest }: Props) {
  const { productionNotice } = useSesion();
  return (
    <ConfirmDialog title={cliente.razonSocial} confirm="Sí" cancel="No" {...rest}>
      <p>
        ¿Seguro que desea cambiar el ambiente de {displayAmbiente(cliente.ambiente)} a {displayAmbiente(ambiente)}?
      </p>
      {ambiente === 'Produccion' && <p>{productionNotice}</p>}
    </ConfirmDialog>
  );
}
