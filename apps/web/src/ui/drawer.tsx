import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  title: string;
  /** The noun for a row, used in the names of the buttons: `comprobante`. */
  noun: string;
  /** Opens the row above or below; undefined at the ends of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

const width = 560;

/**
 * The detail of a row, at the right side of the list; on a phone, over the whole screen. The arrow keys go to the row
 * above and below, except inside a control that uses them.
 */
export function Drawer({ title, noun, onPrevious, onNext, onClose, children }: Props) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as Element;
      if (event.altKey || event.ctrlKey || event.metaKey || target.closest(usesArrows)) return;
      // Another dialog is over the drawer.
      if (document.querySelector('dialog[data-side="true"]') !== [...document.querySelectorAll('dialog[open]')].at(-1))
        return;
      const go = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key];
      if (go === undefined) return;
      event.preventDefault();
      go();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onPrevious, onNext]);

  const step = (label: string, icon: typeof IconChevronUp, go: (() => void) | undefined) => (
    <IconButton icon={icon} label={label} reason={go ? undefined : 'No hay más en la lista'} onClick={() => go?.()} />
  );
  return (
    <Dialog
      title={title}
      width={width}
      atSide
      closesOutside
      onClose={onClose}
      actions={
        <>
          {step(`Ver el ${noun} anterior`, IconChevronUp, onPrevious)}
          {step(`Ver el ${noun} siguiente`, IconChevronDown, onNext)}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

const usesArrows = 'input, select, textarea, pre, [popover], [role="tablist"], [role="listbox"]';
