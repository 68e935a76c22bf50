import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { nameOf } from '../ambientes.ts';
import type { Cliente } from '../api.ts';

interface Props {
  cliente: Cliente;
  /** The environment that was chosen. */
  ambiente: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a company is moved to another environment. */
export const AmbienteQuestion = ({ cliente, ambiente, ...rest }: Props) => (
  <ConfirmDialog title={cliente.razonSocial} confirm="Sí" cancel="No" {...rest}>
    <p>
      ¿Seguro que desea cambiar el ambiente de {nameOf(cliente.ambiente)} a {nameOf(ambiente)}?
    </p>
    {ambiente === 'Produccion' && <p>Lo que emita desde entonces serán comprobantes fiscales reales.</p>}
  </ConfirmDialog>
);
