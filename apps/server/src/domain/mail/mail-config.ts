import type { Smtp } from './smtp-url.ts';

/** The parts of the configuration that mail depends on. */
export interface MailConfig {
  /** The mail server; undefined = mail is stored in the data folder. */
  readonly smtp: Smtp | undefined;
  /** The sender address of all mail. */
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly publicUrl: string | undefined;
  readonly port: number;
}
