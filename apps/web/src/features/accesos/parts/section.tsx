import { Button, Switch } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Panel } from '../../../ui/panel.tsx';
import type { Acceso } from '../api.ts';
import { allTo, lockOf, type Toggles } from '../toggles.ts';
import styles from './section.module.css';

interface Props {
  seccion: string;
  accesos: readonly Acceso[];
  onSet: (toggles: Toggles) => void;
}

/** The items of a menu section, each with its switch. A locked item shows the reason. */
export function Section({ seccion, accesos, onSet }: Props) {
  const enabled = accesos.filter(({ habilitado }) => habilitado).length;
  const changeable = accesos.some((acceso) => lockOf(acceso) === undefined);
  return (
    <Panel
      title={seccion}
      note={changeable ? `${enabled} de ${accesos.length} habilitados` : 'Solo del administrador de la plataforma'}
      actions={
        changeable && (
          <>
            <SetButton habilitado={true} accesos={accesos} seccion={seccion} onSet={onSet} />
            <SetButton habilitado={false} accesos={accesos} seccion={seccion} onSet={onSet} />
          </>
        )
      }
    >
      <ul className={styles.items}>
        {accesos.map((acceso) => (
          <Item key={acceso.menuId} acceso={acceso} onSet={onSet} />
        ))}
      </ul>
    </Panel>
  );
}

function SetButton({ habilitado, accesos, seccion, onSet }: Props & { habilitado: boolean }) {
  const toggles = allTo(accesos, habilitado);
  const nothing = Object.keys(toggles).length === 0;
  const verb = habilitado ? 'Habilitar' : 'Deshabilitar';
  return (
    <Button
      size="compact-sm"
      aria-label={`${verb} ${seccion}`}
      disabled={nothing}
      title={nothing ? `Ya está todo ${habilitado ? 'habilitado' : 'deshabilitado'}` : undefined}
      onClick={() => onSet(toggles)}
    >
      {verb}
    </Button>
  );
}

function Item({ acceso, onSet }: { acceso: Acceso; onSet: (toggles: Toggles) => void }) {
  const { menuId, nombre, habilitado } = acceso;
  const lock = lockOf(acceso);
  return (
    <li>
      <Switch
        label={nombre}
        description={
          lock && (
            <span className={styles.lock}>
              <IconLock size={13} aria-hidden="true" /> {lock}
            </span>
          )
        }
        checked={habilitado}
        disabled={lock !== undefined}
        onChange={(event) => onSet({ [menuId]: event.currentTarget.checked })}
      />
    </li>
  );
}
