import { Button } from '@mantine/core';
import { formatTaxId } from '@timbre/values';
import { formatDay } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { leaveCliente, renewCodigo } from '../api.ts';
import styles from '../contador.module.css';
import type { Cliente } from '../filters.ts';
import { useRefresh } from './create-despacho.tsx';

/** The actions on a company that has not answered: another code, or withdrawing the request. */
export function WaitingDialog({ cliente, onClose }: { cliente: Cliente; onClose: () => void }) {
  const refresh = useRefresh();
  const params = { id: cliente.despachoId!, clienteId: cliente.clienteId! };
  const renew = useMutation({ mutationFn: () => renewCodigo({ params }) });
  const withdraw = useMutation({
    mutationFn: () => leaveCliente({ params }),
    onSuccess: async () => {
      await refresh();
      toast('Petición retirada');
      onClose();
    },
  });
  return (
    <Dialog title={cliente.nombre} onClose={onClose}>
      <div className={styles.form}>
        <p>
          Esperando permiso de la empresa {formatTaxId(cliente.rnc)}
          {cliente.pedida !== null && `, pedido el ${formatDay(cliente.pedida)}`}. Su administrador acepta en Usuarios,
          o escribe allí un código que usted le entregue.
        </p>
        <FailureNotice error={renew.error ?? withdraw.error} />
        {renew.data && (
          <p role="status">
            Código nuevo; el anterior ya no vale: <code className={styles.code}>{renew.data.codigo}</code>
          </p>
        )}
        <div className={styles.row}>
          <Button variant="filled" loading={renew.isPending} onClick={() => renew.mutate()}>
            Generar otro código
          </Button>
          <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Retirar la petición
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
