/**
 * Moves the focus to the first field of a form that shows a fault, once it is rendered.
 *
 * @param form the form, or what contains its fields
 */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
