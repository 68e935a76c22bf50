import { PasswordInput } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { passwordRules } from '../lib/password-rules.ts';
import styles from './new-password.module.css';

/** The state of a new password, typed twice. */
interface NewPassword {
  readonly Contrasena: string;
  readonly ConfirmarContrasena: string;
}

interface Props {
  labels?: readonly [typed: string, repeated: string];
  value: NewPassword;
  onChange: (part: Partial<NewPassword>) => void;
  faults: Partial<Record<keyof NewPassword, string>>;
  /** Personal data that the password must not contain. */
  about: readonly string[];
}

/** The fields of a new password, with its requirements checked while the user types. */
export function NewPasswordFields(props: Props) {
  const { labels = ['Contraseña', 'Confirmar contraseña'], value, onChange, faults, about } = props;
  const { Contrasena, ConfirmarContrasena } = value;
  return (
    <>
      <PasswordInput
        label={labels[0]}
        autoComplete="new-password"
        maxLength={200}
        value={Contrasena}
        error={faults.Contrasena}
        onChange={(event) => onChange({ Contrasena: event.currentTarget.value })}
      />
      <PasswordInput
        label={labels[1]}
        autoComplete="new-password"
        maxLength={200}
        value={ConfirmarContrasena}
        error={faults.ConfirmarContrasena}
        onChange={(event) => onChange({ ConfirmarContrasena: event.currentTarget.value })}
      />
      <ul className={styles.rules} aria-label="La contraseña debe ser">
        {passwordRules(Contrasena, ConfirmarContrasena, about).map(({ says, holds }) => (
          <li key={says} data-holds={holds}>
            {holds ? <IconCheck size={16} aria-label="Cumplido:" /> : <IconPoint size={16} aria-label="Falta:" />}
            {says}
          </li>
        ))}
      </ul>
    </>
  );
}
