/** A mail server. */
export interface Smtp {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS, without which nothing is sent except to this machine. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/** Whether the mail server is this machine: only there may mail be sent unencrypted. */
export const isLocal = ({ host }: Pick<Smtp, 'host'>): boolean => loopback.test(host);

/**
 * Parses `smtp://user:password@host:587` or `smtps://host:465`.
 *
 * @throws Error with the reason but without the text itself, which contains a password
 */
export function parseSmtp(text: string): Smtp {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWhole = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  if (!isWhole || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error('debe ser smtp://usuario:clave@servidor:puerto, o smtps://');
  const secure = url.protocol === 'smtps:';
  let [user, password] = [url.username, url.password];
  try {
    [user, password] = [decodeURIComponent(user), decodeURIComponent(password)];
  } catch {
    throw new Error('tiene un % que no es de un carácter codificado');
  }
  return {
    host: url.hostname.replace(/^\[(.+)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: user || undefined,
    password: password || undefined,
  };
}
