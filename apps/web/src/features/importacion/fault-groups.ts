/** Minimum number of equal faults that form a group. */
const fewest = 3;

/**
 * Groups the faults that have the same message, each group at the position of its first fault. Fewer equal faults stay
 * separate.
 */
export function groupsOf<Entry extends { readonly message: string }>(entries: readonly Entry[]): [Entry, ...Entry[]][] {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const group = groups.get(entry.message);
    if (group) group.push(entry);
    else groups.set(entry.message, [entry]);
  }
  return entries.flatMap((entry): [Entry, ...Entry[]][] => {
    const group = groups.get(entry.message)!;
    if (group.length < fewest) return [[entry]];
    return group[0] === entry ? [group] : [];
  });
}
