import { platformRecord } from '../../platform/events/events.ts';
import type { MailConfig } from './mail-config.ts';
import type { Mail } from './outbox.ts';

// The texts of the messages to people.

type Written = Pick<Mail, 'clase' | 'asunto' | 'texto' | 'enlace'>;

/** The URL of a screen. Without a public address, that of this machine: never one taken from a request. */
const addressOf = ({ publicUrl, port }: Pick<MailConfig, 'publicUrl' | 'port'>, path: string): string =>
  `${publicUrl ?? `http://localhost:${port}`}${path}`;

/** The secret is in the fragment, after `#`: it is sent to no server, proxy or log. */
const linkOf = (config: MailConfig, secret: string) => addressOf(config, `/restablecer#${secret}`);

/** How this server delivers mail, for the screens. */
export const entregaOf = ({ smtp }: Pick<MailConfig, 'smtp'>): 'smtp' | 'carpeta' =>
  smtp === undefined ? 'carpeta' : 'smtp';

export const recoveryMail = (config: MailConfig, secret: string): Written => ({
  clase: 'recuperacion',
  asunto: 'Elija otra contraseña de Timbre',
  texto:
    'Alguien pidió elegir otra contraseña para su usuario de Timbre. El enlace sirve una vez, durante 30 minutos.\n\nSi no fue usted, no haga nada: su contraseña sigue igual.',
  enlace: { nombre: 'Elegir otra contraseña', url: linkOf(config, secret) },
});

export const changedMail = (ip: string): Written => ({
  clase: 'contrasena',
  asunto: 'Su contraseña de Timbre cambió',
  texto: `Se eligió otra contraseña para su usuario con un enlace enviado a este correo, desde la dirección ${ip}. Sus sesiones se cerraron.\n\nSi no fue usted, pida otro enlace en «¿Olvidó su contraseña?» y avise al administrador de su empresa.`,
});

/** To a new user: they choose their password with the link. */
export const newUserMail = (config: MailConfig, empresa: string, usuario: string, secret: string): Written => ({
  clase: 'invitacion',
  asunto: `${empresa} le dio acceso a Timbre`,
  texto: `${empresa} creó para usted el usuario «${usuario}» en Timbre. Elija su contraseña: el enlace sirve una vez, durante siete días.\n\nDespués entre con este correo.`,
  enlace: { nombre: 'Elegir mi contraseña', url: linkOf(config, secret) },
});

/** To a person who already has a user: they accept with the code. */
export const invitationMail = (config: MailConfig, empresa: string, codigo: string): Written => ({
  clase: 'invitacion',
  asunto: `${empresa} le invita en Timbre`,
  texto: `${empresa} le da acceso a su empresa en Timbre. Entre con su propia contraseña y escriba este código en «Empresas e invitaciones», en el menú de su usuario:\n\n${codigo}\n\nVence en siete días.`,
  enlace: { nombre: 'Entrar a Timbre', url: addressOf(config, '/login') },
});

/** To a person whom a despacho invites: they enter the code. */
export const memberMail = (config: MailConfig, despacho: string, codigo: string): Written => ({
  clase: 'invitacion',
  asunto: `${despacho} le invita a su equipo en Timbre`,
  texto: `El despacho ${despacho} le invita a llevar sus clientes en Timbre. Entre con su propia contraseña y escriba este código en «Empresas e invitaciones», en el menú de su usuario:\n\n${codigo}\n\nVence en siete días.`,
  enlace: { nombre: 'Entrar a Timbre', url: addressOf(config, '/login') },
});

export const approvedMail = (config: MailConfig, empresa: string, codigo: string | undefined): Written => ({
  clase: 'solicitud',
  asunto: `${empresa} ya está registrada en Timbre`,
  texto: `El administrador de la plataforma aprobó el registro de ${empresa}. Entre con su correo y su contraseña.${codigo === undefined ? '' : `\n\nYa hay un usuario con su correo: entre con la contraseña de ese usuario y escriba este código en «Empresas e invitaciones»:\n\n${codigo}\n\nVence en siete días.`}`,
  enlace: { nombre: 'Entrar a Timbre', url: addressOf(config, '/login') },
});

export const rejectedMail = (empresa: string, motivo: string): Written => ({
  clase: 'solicitud',
  asunto: `El registro de ${empresa} no fue aprobado`,
  texto: `El administrador de la plataforma rechazó el registro de ${empresa} en Timbre. El motivo:\n\n${motivo}`,
});

/** A rejection, with its reason if there is one. */
export interface Rejected {
  readonly motivo?: string;
}

/** @param rejected undefined if it was approved */
export const ambienteMail = (empresa: string, ambiente: string, rejected: Rejected | undefined): Written => ({
  clase: 'solicitud',
  asunto:
    rejected === undefined
      ? `${empresa} ya está en ${ambiente}`
      : `El cambio de ${empresa} a ${ambiente} no fue aprobado`,
  texto:
    rejected === undefined
      ? `El administrador de la plataforma aprobó el cambio de ambiente: ${empresa} emite desde ahora en ${ambiente}.`
      : `El administrador de la plataforma rechazó el cambio de ${empresa} al ambiente de ${ambiente}.${rejected.motivo === undefined ? '' : ` El motivo:\n\n${rejected.motivo}`}`,
});

export const certificateMail = (config: MailConfig, empresa: string, dias: 1 | 7 | 30, fecha: string): Written => ({
  clase: 'aviso',
  asunto: `El certificado digital de ${empresa} vence ${dias === 1 ? 'mañana o antes' : `en ${dias} días o menos`}`,
  texto: `El certificado con el que ${empresa} firma sus comprobantes vence el ${fecha}. Después no podrá emitir.\n\nCargue el certificado nuevo en Configuración.`,
  enlace: { nombre: 'Abrir Configuración', url: addressOf(config, '/configuracion') },
});

export const rangeMail = (config: MailConfig, empresa: string, rango: string, avisos: readonly string[]): Written => ({
  clase: 'aviso',
  asunto: `Un rango de comprobantes de ${empresa}: ${avisos.join('; ').toLowerCase()}`,
  texto: `El rango ${rango} de ${empresa}: ${avisos.join('; ').toLowerCase()}.\n\nSolicite otro rango a la DGII y regístrelo en Configuración.`,
  enlace: { nombre: 'Abrir Configuración', url: addressOf(config, '/configuracion?tab=rangos') },
});

/** A message that belongs to no company. */
export const ofPlatform = (para: string, written: Written): Mail => ({ empresaId: platformRecord, para, ...written });
