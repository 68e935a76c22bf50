import { IconDownload, IconPencil, IconSun, IconTrash } from '@tabler/icons-react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import type { Piece } from './piece.ts';

const nothing = () => undefined;
const question = { title: 'Enviar en PRODUCCIÓN', detail: 'Un envío no se puede deshacer.', confirm: 'Enviar' };

/** The components of ui/ for actions. */
export const buttonPieces: Readonly<Record<string, Piece>> = {
  IconButton: {
    note: 'Lo que no se puede hacer dice por qué.',
    example: (
      <>
        <IconButton icon={IconDownload} label="Descargar" onClick={nothing} />
        <IconButton icon={IconPencil} label="Editar" onClick={nothing} />
        <IconButton icon={IconTrash} label="Eliminar" reason="De este rango ya se tomaron números" onClick={nothing} />
      </>
    ),
  },
  Menu: {
    example: (
      <Menu label="Abrir el menú de muestra" trigger="Abrir">
        <MenuItem icon={<IconSun size={16} />} checked onClick={nothing}>
          El que rige
        </MenuItem>
        <MenuItem icon={<IconSun size={16} />} checked={false} onClick={nothing}>
          Otro
        </MenuItem>
        <hr />
        <MenuItem icon={<IconTrash size={16} />} onClick={nothing}>
          Una acción
        </MenuItem>
      </Menu>
    ),
  },
  MenuItem: {
    note: 'Dentro de su menú.',
    example: (
      <div role="menu" aria-label="Muestra">
        <MenuItem icon={<IconSun size={16} />} checked onClick={nothing}>
          Elegido
        </MenuItem>
        <MenuItem icon={<IconSun size={16} />} onClick={nothing}>
          Sin elegir
        </MenuItem>
      </div>
    ),
  },
  ActionButton: {
    note: 'Conserva el foco mientras trabaja y cuando no queda nada por hacer.',
    example: (
      <>
        <ActionButton onClick={nothing}>Firmar Todos</ActionButton>
        <ActionButton loading>Firmar Todos</ActionButton>
        <ActionButton disabled title="No queda nada por firmar">
          Firmar Todos
        </ActionButton>
      </>
    ),
  },
  SubmitButton: {
    note: 'Envía un formulario; mientras no se puede, dice por qué.',
    example: (
      <>
        <SubmitButton busy={false}>Guardar</SubmitButton>
        <SubmitButton busy>Guardar</SubmitButton>
        <SubmitButton busy={false} danger>
          Eliminar
        </SubmitButton>
        <SubmitButton busy={false} reason="Faltan datos">
          Guardar
        </SubmitButton>
      </>
    ),
  },
  ConfirmButton: {
    example: (
      <>
        <ConfirmButton title="Envía" onConfirm={nothing} question={question}>
          Enviar Todos
        </ConfirmButton>
        <ConfirmButton title="No queda nada por enviar" disabled onConfirm={nothing} question={undefined}>
          Enviar Todos
        </ConfirmButton>
      </>
    ),
  },
};
