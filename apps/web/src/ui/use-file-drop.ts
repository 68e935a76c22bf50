import { type DragEvent, useState } from 'react';

/**
 * The props with which files can be dropped on an element. `data-over` is true while something is dragged over it.
 *
 * @param onFiles receives the dropped files; empty if something else was dropped
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over,
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}
