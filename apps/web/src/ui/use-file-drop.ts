import { type DragEvent, useState } from 'react';

/**
 * What an element needs so that files can be dropped on it; while something is dragged over it, `data-over` says so.
 *
 * @param onFiles takes the files that were dropped: none where something else was
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
