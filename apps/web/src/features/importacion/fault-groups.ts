/** From this many equal faults on, they are one line. */
const fewest = 3;

/** Groups the faults of the same words, each group where its first fault stood. A few equal ones stay apart. */
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
