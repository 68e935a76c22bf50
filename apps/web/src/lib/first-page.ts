/**
 * Hands over the page that first/fill.ts put into the root: the application handles its events from now on. A form that
 * was submitted before is submitted now.
 */
export function takeOver(root: HTMLElement): void {
  const submitted = root.dataset.submitted !== undefined;
  delete root.dataset.first;
  delete root.dataset.submitted;
  if (submitted) root.querySelector('form')?.requestSubmit();
}
