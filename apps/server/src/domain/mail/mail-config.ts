import type { Smtp } from './smtp-url.ts';

/** The parts of the configuration that mail depends on. */
export interface MailConfig {
  /** Where mail is handed over; undefined = it is kept in the data folder. */
  readonly smtp: Smtp | undefined;
  /** The address that mail comes from. */
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly publicUrl: string | undefined;
  readonly port: number;
}
