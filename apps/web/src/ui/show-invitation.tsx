import { showSecret } from './secret-dialog.tsx';

/**
 * Shows an invitation code once. The text is the same for every person, so that it does not reveal who has an account.
 *
 * @param mayBeNew an invitation was sent to them, whether or not they already use Timbre
 */
export const showInvitation = (title: string, what: string, person: string, secret: string, mayBeNew = false): void =>
  showSecret({
    title,
    name: 'Código de invitación',
    secret,
    done: 'OK',
    note: (
      <>
        <p>{what}</p>
        <p>
          Entregue este código a {person}. Quien ya usa Timbre con ese correo entra con su propia contraseña y lo
          escribe en «Empresas e invitaciones», en el menú de su usuario
          {mayBeNew && '; quien es nuevo elige su contraseña con el enlace de su correo y no lo necesita'}. Vence en
          siete días y <b>no se volverá a mostrar</b>.
        </p>
      </>
    ),
  });
