import type { ensayo } from '@timbre/contract';
import { ambienteVisible } from '@timbre/contract/tables';
import { useState } from 'react';
import { Segmented } from '../../../ui/segmented.tsx';
import styles from '../ensayo.module.css';

/** Width of the white margin around a code, in modules. @source ISO/IEC 18004, 6.3.8 */
const quiet = 4;

/** The QR code that must be printed, by environment: an XML does not state its environment. */
export function QrView({ codes }: { codes: readonly ensayo.QrDeEnsayo[] }) {
  const [ambiente, setAmbiente] = useState(codes.at(-1)!.ambiente);
  const { url, lado, trazo } = codes.find((one) => one.ambiente === ambiente)!;
  const side = lado + 2 * quiet;
  return (
    <div className={styles.qr}>
      <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label="Código QR que debe imprimirse">
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
        <path d={trazo} fill="#000" />
      </svg>
      <div>
        <Segmented
          label="Ambiente del código QR"
          options={codes.map((one) => ({ value: one.ambiente, label: ambienteVisible[one.ambiente] }))}
          value={ambiente}
          onChange={setAmbiente}
        />
        <p>
          <code>{url}</code>
        </p>
      </div>
    </div>
  );
}
