import { Button, Checkbox, NativeSelect, PasswordInput, Radio, Switch, TextInput } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import styles from './showcase.module.css';

const variants = ['filled', 'default', 'light', 'subtle'] as const;

/** Mantine's controls with the design tokens, in each of their states. */
export const Controls = () => (
  <div className={styles.pieces}>
    <Panel title="Botones" note="Uno principal por pantalla; el rojo quita algo.">
      <div className={styles.piece}>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button variant="filled" color="red">
          Eliminar
        </Button>
      </div>
      <div className={styles.piece}>
        <Button disabled>Deshabilitado</Button>
        <Button variant="filled" disabled>
          Deshabilitado
        </Button>
        <Button loading>Cargando</Button>
        <Button size="compact-sm">Compacto</Button>
      </div>
    </Panel>
    <Panel title="Elecciones">
      <div className={styles.piece}>
        <Checkbox label="Marcada" description="Con su explicación" defaultChecked />
        <Checkbox label="Sin marcar" />
        <Checkbox label="Deshabilitada" disabled />
        <Radio label="Elegida" name="muestra" defaultChecked />
        <Radio label="La otra" name="muestra" />
        <Switch label="Encendido" defaultChecked />
        <Switch label="Apagado" />
        <Switch label="Fijo encendido" checked disabled readOnly />
        <Switch label="Fijo apagado" disabled />
      </div>
    </Panel>
    <Panel title="Campos" className={styles.wide}>
      <div className={`${styles.section} ${styles.form}`}>
        <TextInput label="Vacío" placeholder="000-00000-0" />
        <TextInput label="Con explicación" description="Lo que conviene saber" defaultValue="Comercial Ejemplo SRL" />
        <TextInput label="Con error" error="El prefijo es obligatorio" />
        <TextInput label="Solo lectura" value="199-00000-5" readOnly />
        <TextInput label="Deshabilitado" value="No se puede cambiar" disabled readOnly />
        <NativeSelect label="Lista" data={['Pruebas', 'Certificación', 'Producción']} />
        <PasswordInput label="Contraseña" autoComplete="off" defaultValue="secreto" />
      </div>
    </Panel>
  </div>
);
