import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { certificateFileFault } from '../general.ts';
import styles from './certificate-file.module.css';

interface Props {
  /** The name of the current file; '' if there is none. */
  name: string;
  /** The new file that replaces it when saved. */
  file: File | undefined;
  refusal: string | undefined;
  onChange: (file: File | undefined) => void;
  /** Other actions on the current file. */
  children: ReactNode;
}

/** The file of the certificate: shown if there is one; a file chooser if there is none or it is being replaced. */
export function CertificateFile({ name, file, refusal, onChange, children }: Props) {
  const id = useId();
  const [replacing, setReplacing] = useState(false);
  const [fault, setFault] = useState<string>();
  const choosing = name === '' || replacing || file !== undefined;

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const wrong = certificateFileFault(chosen);
    setFault(wrong);
    onChange(wrong ? undefined : chosen);
  }

  function cancel() {
    setReplacing(false);
    setFault(undefined);
    onChange(undefined);
  }

  return (
    <div className={styles.file}>
      <IconCertificate size={26} stroke={1.4} aria-hidden="true" />
      <span className={styles.name}>
        <b>{file?.name ?? (name || 'Ningún certificado cargado')}</b>
        {file && <small>{formatBytes(file.size)} · sin guardar</small>}
      </span>
      <div className={styles.actions}>
        {choosing ? (
          <>
            <label className={styles.pick} htmlFor={id} title={refusal} data-disabled={refusal !== undefined}>
              <input
                id={id}
                type="file"
                accept=".p12,.pfx"
                disabled={refusal !== undefined}
                aria-describedby={fault && `${id}falta`}
                onChange={(event) => choose(event.currentTarget.files?.[0])}
              />
              <span>{file ? 'Elegir otro archivo' : 'Elegir archivo .p12'}</span>
            </label>
            {(replacing || file) && <Button onClick={cancel}>Cancelar</Button>}
          </>
        ) : (
          <>
            <Button disabled={refusal !== undefined} title={refusal} onClick={() => setReplacing(true)}>
              Reemplazar
            </Button>
            {children}
          </>
        )}
      </div>
      {fault && (
        <p id={`${id}falta`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
