import type { Download } from './api.ts';

/**
 * Saves a file into the downloads folder, or asks where, depending on the browser's settings.
 *
 * @param fallbackName used if the server sent no name
 * @returns the name of the file
 */
export function saveFile({ blob, name }: Download, fallbackName: string): string {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return link.download;
}

/**
 * Opens the file chooser. Must be called from a click or a key press.
 *
 * @param accept kinds of file, in the format of the `<input>` attribute
 * @returns undefined when no file was selected
 */
export function chooseFile(accept: string): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  return new Promise((resolve) => {
    input.onchange = () => resolve(input.files?.[0]);
    input.oncancel = () => resolve(undefined);
    input.click();
  });
}
