import { Checkbox } from '@mantine/core';
import type { TipoSimulado } from '../api.ts';
import styles from '../simulacion.module.css';
import { nombreDeTipo, tipos } from '../words.ts';

interface Props {
  tipo: TipoSimulado | undefined;
  altoValor: boolean;
  onTipo: (tipo: TipoSimulado) => void;
  onAltoValor: (altoValor: boolean) => void;
}

/** The types of receipts as buttons, one of them selected, and whether a consumer invoice is of high value. */
export const TypeChoice = ({ tipo, altoValor, onTipo, onAltoValor }: Props) => (
  <fieldset className={styles.types}>
    <legend>Tipo de comprobante</legend>
    {tipos.map((one) => (
      <label key={one}>
        <input type="radio" name="tipo-simulado" value={one} checked={one === tipo} onChange={() => onTipo(one)} />
        <span>
          <b>{one}</b> {nombreDeTipo(one)}
        </span>
      </label>
    ))}
    {tipo === '32' && (
      <Checkbox
        className={styles.whole}
        label="Factura de Consumo (> 250k)"
        description="De alto valor: se envía completa y lleva comprador"
        checked={altoValor}
        onChange={(event) => onAltoValor(event.currentTarget.checked)}
      />
    )}
  </fieldset>
);
