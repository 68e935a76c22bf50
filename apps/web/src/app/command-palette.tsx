import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { searchFilter } from '../features/facturas/filters.ts';
import { leave } from '../features/sesion/leave.ts';
import { chooseColorScheme, useColorScheme } from '../lib/color-scheme.ts';
import { plainText } from '../lib/matching.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Command, useOfferedCommands } from './commands.ts';
import { useMenu } from './menu.ts';
import styles from './palette.module.css';

/** Screens and actions by name (Ctrl-K): those of the open screen first. */
export function CommandPalette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const navigate = useNavigate();
  const offered = useOfferedCommands();
  const { items } = useMenu();
  const { scheme } = useColorScheme();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const listId = useId();

  const commands: Command[] = [
    ...offered,
    ...items
      .filter(({ habilitado }) => habilitado)
      .map(({ nombre, ruta }) => ({ nombre: `Ir a ${nombre}`, run: () => void navigate({ to: ruta }) })),
    scheme === 'dark'
      ? { nombre: 'Usar el tema claro', run: () => chooseColorScheme('light') }
      : { nombre: 'Usar el tema oscuro', run: () => chooseColorScheme('dark') },
    { nombre: 'Ver los atajos de teclado', run: onHelp },
    { nombre: 'Cerrar sesión', run: () => leave() },
  ];
  const words = plainText(typed).split(/\s+/);
  const found = commands.filter(({ nombre }) => words.every((word) => plainText(nombre).includes(word)));
  const sought = searchFilter(typed.trim());
  if (typed.trim() !== '' && items.some(({ id, habilitado }) => id === 'facturas' && habilitado)) {
    found.push({
      nombre: `Buscar «${typed.trim()}» en Facturas Emitidas`,
      run: () => void navigate({ to: '/facturas', search: { todas: true, ...sought } }),
    });
  }
  const current = Math.min(index, found.length - 1);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setIndex((current + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[current]);
    }
  }

  return (
    <Dialog title="Paleta de comandos" titleHidden onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Buscar pantallas y acciones"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[current] && `${listId}-${current}`}
        placeholder="Buscar pantallas y acciones…"
        value={typed}
        data-autofocus
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Resultados" className={styles.results}>
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={command.nombre}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === current}
            onMouseMove={() => setIndex(i)}
            onClick={() => run(command)}
          >
            {command.nombre}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
