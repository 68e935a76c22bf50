import { type ReactNode, type Ref, useId } from 'react';
import { formatBytes } from '../lib/format.ts';
import styles from './file-drop.module.css';

interface Props {
  ref: Ref<HTMLInputElement>;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  /** The text of the button. */
  pick: string;
  /** The selected file, or a text beside the button; undefined = that a file can be dropped. */
  chosen: File | string | undefined;
  /** The reason of a refusal, in place of the help. */
  fault: string | undefined;
  /** Changes of the help are read aloud. */
  live?: boolean;
  onChoose: (files: readonly File[]) => void;
  /** The help. */
  children: ReactNode;
}

/** The button of a form that files are dropped on (`useFileDrop`), the selected file, and the help or the refusal. */
export function FileChoice({ pick, chosen, fault, live, onChoose, children, ...input }: Props) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label>
        <input
          type="file"
          aria-describedby={id}
          onChange={(event) => onChoose([...(event.currentTarget.files ?? [])])}
          {...input}
        />
        <span className={styles.pick}>{pick}</span>
        <span className={styles.name}>
          {chosen instanceof File ? `${chosen.name} · ${formatBytes(chosen.size)}` : (chosen ?? 'o arrástrelo aquí')}
        </span>
      </label>
      <p
        id={id}
        className={styles.help}
        data-bad={fault !== undefined}
        role={fault ? 'alert' : live ? 'status' : undefined}
      >
        {fault ?? children}
      </p>
    </div>
  );
}
