import { Button, PasswordInput } from '@mantine/core';
import { displayAmbiente } from '@timbre/contract/tables';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import { type Configuracion, validarSecreto } from '../api.ts';
import styles from '../configuracion.module.css';
import { GenerateSecretKey } from './generate-secret-key.tsx';

interface Props {
  configuracion: Configuracion;
  nuevoAmbiente: string;
  /** The Secret Key typed in the form. If it is '', the dialog asks for it. */
  typed: string;
  onValid: () => void;
  onRefused: (reason: string) => void;
  onClose: () => void;
}

/** The confirmation of a change of environment. The Secret Key authorises it. */
export function AmbienteDialog(props: Props) {
  const { configuracion, nuevoAmbiente, onClose } = props;
  return (
    <Dialog title="Advertencia" onClose={onClose}>
      <div className={styles.dialog}>
        <p>Se validará automáticamente la Secret Key configurada para autorizar el cambio de ambiente.</p>
        <p className={styles.note}>
          De <b>{displayAmbiente(configuracion.ambiente)}</b> a <b>{displayAmbiente(nuevoAmbiente)}</b>. El cambio se
          hace cuando el administrador de la plataforma lo aprueba.
        </p>
        {configuracion.apiSecret === '' ? (
          <Banner title="No hay Secret Key configurada." action={<GenerateSecretKey replaces={false} />}>
            Genere una y guárdela: autoriza los cambios de ambiente.
          </Banner>
        ) : (
          <Authorisation {...props} />
        )}
      </div>
    </Dialog>
  );
}

function Authorisation({ configuracion, typed, onValid, onRefused, onClose }: Props) {
  const { rncEmisor, apiSecret } = configuracion;
  const [own, setOwn] = useState('');
  const secret = (typed || own).trim();
  const validate = useMutation({
    mutationFn: () => validarSecreto({ body: { rncEmisor, secretoIngresado: secret } }),
    onSuccess: ({ validado }) => (validado ? onValid() : onRefused('Secret Key no válida.')),
    onError: (error) => onRefused(`Error al validar la Secret Key. ${messageOf(error)}`),
  });

  return (
    <form
      className={styles.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        if (secret !== '') validate.mutate();
      }}
    >
      {typed === '' && (
        <PasswordInput
          label="Secret Key"
          description={`La que guardó al generarla: ${apiSecret}`}
          autoComplete="off"
          maxLength={200}
          value={own}
          data-autofocus
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      )}
      <div className={form.actions}>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          type="submit"
          variant="filled"
          data-autofocus={typed !== '' || undefined}
          loading={validate.isPending}
          disabled={secret === ''}
          title={secret === '' ? 'Escriba la Secret Key' : undefined}
        >
          Aceptar
        </Button>
      </div>
    </form>
  );
}
