/**
 * Where the form may show an element, the best place first: its own field, the first field inside it, and then each
 * element that contains it, by the part of the form named after it. For a line, any field of the line.
 */
export function placesOf(path: string): readonly { readonly id: string; readonly inside: boolean }[] {
  const places: { id: string; inside: boolean }[] = [];
  for (let at = path; at !== ''; at = at.replace(/(^|\.)[^.]*$/, '')) {
    places.push({ id: at, inside: false });
    if (at === path || /^DetallesItems(\.Item)?(\[\d+\])?$/.test(at)) places.push({ id: at, inside: true });
  }
  return places;
}

/**
 * Moves the focus to the place of an element and opens any group that hides it. Does nothing if the form has no place
 * for it.
 */
export function focusPlace(path: string): void {
  for (const { id, inside } of placesOf(path)) {
    const place = inside
      ? document.querySelector<HTMLElement>(`[id^="${CSS.escape(id)}."]`)
      : document.getElementById(id);
    if (!place) continue;
    for (let group = place.closest('details'); group; group = group.parentElement?.closest('details') ?? null)
      group.open = true;
    place.scrollIntoView({ block: 'center' });
    place.focus();
    return;
  }
}
