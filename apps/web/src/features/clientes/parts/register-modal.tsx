import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { RegistroForm } from '../../registro/registro-form.tsx';

/** Registers a company, and shows its Secret Key this once. */
export function RegisterModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(false);
  return (
    <EditDialog title="Registro de Usuario" changed={typed} onClose={onClose}>
      {() => (
        <div onInput={() => setTyped(true)}>
          <RegistroForm
            onRegistered={({ apiSecret }) => {
              client.invalidateQueries({ queryKey: ['clientes'] });
              toast('Usuario registrado exitosamente');
              if (apiSecret) showSecret({ title: 'Empresa registrada', name: 'Secret Key', secret: apiSecret });
              onClose();
            }}
          />
        </div>
      )}
    </EditDialog>
  );
}
