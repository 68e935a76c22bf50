import { Button, PasswordInput, TextInput } from '@mantine/core';
import form from '../../../ui/form.module.css';
import styles from '../configuracion.module.css';
import { type Changes, displayedPassword, passwordFault } from '../general.ts';

interface Props {
  /** Whether a password is stored. */
  isSet: boolean;
  refusal: string | undefined;
  changes: Changes;
  saving: boolean;
  onChange: (password: Changes['password']) => void;
  onSave: () => void;
}

/** The password of the certificate: masked, or typed twice to change it. */
export function CertificatePassword({ isSet, refusal, changes, saving, onChange, onSave }: Props) {
  const { password } = changes;
  const nothing = { value: '', confirmation: '' };

  if (!password) {
    return (
      <div className={styles.row}>
        <TextInput
          className={styles.grow ?? ''}
          label="Contraseña del certificado"
          value={isSet ? displayedPassword : ''}
          placeholder="Sin contraseña"
          readOnly
        />
        <Button disabled={refusal !== undefined} title={refusal} onClick={() => onChange(nothing)}>
          Cambiar Contraseña
        </Button>
      </div>
    );
  }

  const fault = passwordFault(changes);
  const typed = password.confirmation !== '';
  return (
    <>
      <div className={styles.row}>
        <PasswordInput
          className={styles.grow ?? ''}
          label="Contraseña del certificado"
          autoComplete="off"
          maxLength={200}
          value={password.value}
          onChange={(event) => onChange({ ...password, value: event.currentTarget.value })}
        />
        <PasswordInput
          className={styles.grow ?? ''}
          label="Confirmar contraseña"
          autoComplete="off"
          maxLength={200}
          value={password.confirmation}
          onChange={(event) => onChange({ ...password, confirmation: event.currentTarget.value })}
        />
      </div>
      {typed && fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={form.actions}>
        <Button onClick={() => onChange(undefined)}>Cancelar</Button>
        <Button
          loading={saving}
          disabled={fault !== undefined || password.value === ''}
          title={fault ?? (password.value === '' ? 'Escriba la contraseña' : undefined)}
          onClick={onSave}
        >
          Guardar
        </Button>
      </div>
    </>
  );
}
