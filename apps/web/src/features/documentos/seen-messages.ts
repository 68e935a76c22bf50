import type { documentos } from '@timbre/contract';

type Mensajes = NonNullable<documentos.VeredictoVisto['mensajes']>;

/** Reads messages of the DGII as a person writes them: one on each line, with its code before it or without. */
export const readSeenMessages = (text: string): Mensajes =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, codigo = '0', valor = line] = /^(?:c[oó]digo\s*)?(\d{1,6})\s*[:.,|–-]?\s+(.+)$/i.exec(line) ?? [];
      return { codigo, valor };
    });
