import {
  IconArrowRight,
  IconBook,
  IconBook2,
  IconFileCheck,
  IconFileInvoice,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRosette,
  IconShieldCheck,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { chooseColorScheme, useColorScheme } from '../lib/color-scheme.ts';
import { type Entry, useOfferedCommands } from '../lib/commands.ts';
import { leave } from '../lib/leave.ts';
import { plainText } from '../lib/matching.ts';
import { useMenu } from '../lib/menu.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './palette.module.css';
import { usePaletteSearch } from './palette-search.ts';
import { icons } from './screens.ts';
import { keyOf } from './shortcuts.ts';

interface Props {
  onClose: () => void;
  onHelp: () => void;
  onTerms: () => void;
}

/**
 * The command palette (Ctrl-K): screens, actions, invoices by eNCF and, for the platform's administrator, clients. The
 * actions of the open screen come first.
 */
export function CommandPalette({ onClose, onHelp, onTerms }: Props) {
  const navigate = useNavigate();
  const offered = useOfferedCommands();
  const { items } = useMenu();
  const { scheme } = useColorScheme();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const listId = useId();
  const { entries, searching, what } = usePaletteSearch(typed.trim());

  const commands: Entry[] = [
    ...offered.map((command) => ({ ...command, icon: IconArrowRight })),
    ...items
      .filter(({ habilitado }) => habilitado)
      .map((item) => ({
        nombre: `Ir a ${item.nombre}`,
        icon: icons[item.icono] ?? IconFileInvoice,
        keys: keyOf(item) && `g ${keyOf(item)}`,
        run: () => void navigate({ to: item.ruta }),
      })),
    ...items
      .filter(({ id, habilitado }) => id === 'certificacion' && habilitado)
      .flatMap(() => [
        { nombre: 'Ir a Piloto de certificación', icon: IconRosette, run: () => void navigate({ to: '/piloto' }) },
        {
          nombre: 'Ir a Pruebas de Simulación ECF',
          icon: IconRosette,
          run: () => void navigate({ to: '/simulacion' }),
        },
      ]),
    scheme === 'dark'
      ? { nombre: 'Usar el tema claro', icon: IconSun, run: () => chooseColorScheme('light') }
      : { nombre: 'Usar el tema oscuro', icon: IconMoon, run: () => chooseColorScheme('dark') },
    { nombre: 'Ver los atajos de teclado', icon: IconKeyboard, keys: '?', run: onHelp },
    { nombre: 'Guía', icon: IconBook, run: () => void navigate({ to: '/guia' }) },
    { nombre: 'Ayuda: términos fiscales', icon: IconHelpCircle, run: onTerms },
    { nombre: 'Enciclopedia de códigos', icon: IconBook2, run: () => void navigate({ to: '/enciclopedia' }) },
    {
      nombre: 'Ensayar un XML de cualquier proveedor',
      icon: IconFileCheck,
      run: () => void navigate({ to: '/ensayo' }),
    },
    {
      nombre: 'Verificar un archivo firmado',
      icon: IconShieldCheck,
      run: () => void navigate({ to: '/verificar' }),
    },
    { nombre: 'Cerrar sesión', icon: IconLogout, run: () => leave() },
  ];
  const words = plainText(typed).split(/\s+/);
  const shown = [
    ...commands.filter(({ nombre }) => words.every((word) => plainText(nombre).includes(word))),
    ...entries,
  ];
  const current = Math.min(index, shown.length - 1);
  const label = `Buscar ${what}`;

  function run(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setIndex((current + step + shown.length) % Math.max(shown.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[current]);
    }
  }

  return (
    <Dialog title="Paleta de comandos" titleHidden atTop onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[current] && `${listId}-${current}`}
        placeholder={`${label}…`}
        value={typed}
        data-autofocus
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Resultados" aria-busy={searching} className={styles.results}>
        {shown.map((entry, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={`${entry.nombre} ${entry.detail ?? ''}`}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === current}
            onMouseMove={() => setIndex(i)}
            onClick={() => run(entry)}
          >
            <entry.icon size={18} stroke={1.7} aria-hidden="true" />
            <span>{entry.nombre}</span>
            {entry.detail && <small>{entry.detail}</small>}
            {entry.keys && (
              <span className={styles.keys}>
                {entry.keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            )}
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          {searching ? 'Buscando…' : 'Sin resultados'}
        </p>
      )}
    </Dialog>
  );
}
