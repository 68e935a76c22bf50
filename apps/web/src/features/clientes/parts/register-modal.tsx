import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { RegistroForm } from '../../registro/registro-form.tsx';

/** Registers a company, and shows its Secret Key this once. */
export function RegisterModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  return (
    <Dialog title="Registro de Usuario" closesOutside={false} onClose={onClose}>
      <RegistroForm
        onRegistered={({ apiSecret }) => {
          client.invalidateQueries({ queryKey: ['clientes'] });
          toast('Usuario registrado exitosamente');
          if (apiSecret) showSecret({ title: 'Empresa registrada', name: 'Secret Key', secret: apiSecret });
          onClose();
        }}
      />
    </Dialog>
  );
}
