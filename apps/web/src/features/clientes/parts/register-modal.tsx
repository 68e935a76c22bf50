import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSecret } from '../../../ui/secret-dialog.tsx';
import { showInvitation } from '../../../ui/show-invitation.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { RegistroForm } from '../../registro/shared.tsx';

/** Registers a company and shows its Secret Key, which can be seen only once. */
export function RegisterModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(false);
  return (
    <EditDialog title="Registro de Usuario" changed={typed} onClose={onClose}>
      {() => (
        <div onInput={() => setTyped(true)}>
          <RegistroForm
            onRegistered={({ apiSecret, invitacion }) => {
              client.invalidateQueries({ queryKey: ['clientes'] });
              toast('Usuario registrado exitosamente');
              if (apiSecret) showSecret({ title: 'Empresa registrada', name: 'Secret Key', secret: apiSecret });
              if (invitacion)
                showInvitation(
                  'Empresa registrada',
                  'Ese correo ya es de un usuario de Timbre.',
                  'esa persona',
                  invitacion,
                );
              onClose();
            }}
          />
        </div>
      )}
    </EditDialog>
  );
}
