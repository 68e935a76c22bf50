import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isLocal, type Smtp } from './smtp-url.ts';

/** A complete message. */
export interface Letter {
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly date: Date;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** How a delivery that is not to be tried again ended. */
export type Posted =
  | { readonly estado: 'enviado' | 'guardado' }
  /** The mail server refused it permanently. */
  | { readonly estado: 'fallido'; readonly detalle: string };

/** A delivery that must be tried again. Its error message contains no secret. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/** Delivers a letter. If it is sent again after a crash, it has the same Message-ID. @throws NotNow */
export type Post = (letter: Letter) => Promise<Posted>;

/** Time limits of the exchange with the mail server, in milliseconds. */
const smtpLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Hands letters over to a mail server. Without TLS, only to one on this machine. */
export function smtpPost(smtp: Smtp, limits: Partial<typeof smtpLimits> = {}): Post {
  const { host, port, secure, user, password } = smtp;
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isLocal(smtp),
    ignoreTLS: !secure && isLocal(smtp),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    ...smtpLimits,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (letter) => {
    try {
      await transport.sendMail({
        ...optionsOf(letter),
        envelope: { from: letter.from.address, to: [letter.to] },
      });
      return { estado: 'enviado' };
    } catch (error) {
      return refusalOf(error as SmtpError);
    }
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** A refusal of the message itself is permanent; one of the connection or of the user is temporary. */
function refusalOf({ code = 'ERROR', command, response = '', responseCode = 0 }: SmtpError): Posted {
  const text = response.replace(/\p{C}+/gu, ' ').slice(0, 300);
  const ofMessage = code === 'EENVELOPE' || code === 'EMESSAGE' || command === 'DATA';
  if (ofMessage && responseCode >= 500 && responseCode < 600) return { estado: 'fallido', detalle: text };
  // The server's text about a user may repeat the user name.
  throw new NotNow(code === 'EAUTH' ? 'El servidor de correo no aceptó el usuario' : text || `Sin respuesta (${code})`);
}

/**
 * Stores letters as files named by their id. Each is written completely or not at all, and is readable by the server's
 * account alone.
 */
export function folderPost(folder: string): Post {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (letter) => {
    const { message } = await composer.sendMail(optionsOf(letter));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${letter.id}.eml`);
    await writeWhole(`${path}.${process.pid}`, message as Buffer);
    await rename(`${path}.${process.pid}`, path);
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
    return { estado: 'guardado' };
  };
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function optionsOf(letter: Letter): SendMailOptions {
  const { id, from, to, replyTo, subject, date, text, html, attachments } = letter;
  return {
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    date,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map((attachment) => ({ ...attachment, contentTransferEncoding: 'base64' })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
