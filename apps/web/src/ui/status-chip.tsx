import type { Estado } from '@timbre/contract';
import styles from './status-chip.module.css';

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

const tones: Record<Estado, Tone> = {
  pendiente: 'mute',
  firmado: 'mute',
  enviado: 'info',
  recibido: 'info',
  en_proceso: 'info',
  sin_confirmar: 'warn',
  aceptado: 'ok',
  aceptado_condicional: 'warn',
  rechazado: 'bad',
  error: 'bad',
};

/** A state as a coloured dot and a word, never colour alone. The word differs by screen, so the caller passes it. */
export const StatusChip = ({ estado, children }: { estado: Estado; children: string }) => (
  <Chip tone={tones[estado]} moving={tones[estado] === 'info'}>
    {children}
  </Chip>
);

/**
 * A chip of any tone.
 *
 * @param moving whether the state is still changing: the dot pulses
 */
export const Chip = ({ tone, moving = false, children }: { tone: Tone; moving?: boolean; children: string }) => (
  <span className={styles.chip} data-tone={tone} data-moving={moving} title={children}>
    <span>{children}</span>
  </span>
);
