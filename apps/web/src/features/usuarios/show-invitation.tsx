import { showSecret } from '../../ui/secret-dialog.tsx';

/**
 * Shows an invitation code once. The text is the same for every person, so that it does not reveal who has an account.
 *
 * @param invitar they were sent an invitation, in place of a password
 */
export const showInvitation = (title: string, what: string, person: string, secret: string, invitar = false): void =>
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
          escribe en «Empresas e invitaciones», en el menú de su usuario; quien es nuevo{' '}
          {invitar ? 'elige su contraseña con el enlace de su correo' : 'entra con la contraseña que usted le asignó'} y
          no lo necesita. Vence en siete días y <b>no se volverá a mostrar</b>.
        </p>
      </>
    ),
  });
