import type { documentos } from '@timbre/contract';

type Mensajes = NonNullable<documentos.VeredictoVisto['mensajes']>;

/** Parses messages of the DGII as a user types them: one on each line, with or without its code before it. */
export const readSeenMessages = (text: string): Mensajes =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, codigo = '0', valor = line] = /^(?:c[oó]digo\s*)?(\d{1,6})\s*[:.,|–-]?\s+(.+)$/i.exec(line) ?? [];
      return { codigo, valor };
    });
