import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Change, type File, newFile, pagesThatCame, write } from './file.ts';
import type { Entry } from './tape.ts';

/** Which of the unsynced changes a power cut loses: all, a random part, or the earliest ones. */
export const cuts = ['all', 'half', 'reordered'] as const;
export type Cut = (typeof cuts)[number];

interface Folder {
  ino: number | undefined;
  /** Entries of the folder as programs see them, and as they are on the disk. */
  readonly seen: Map<string, Node>;
  readonly onDisk: Map<string, Node>;
}

type Node = File | Folder;
const isFolder = (node: Node): node is Folder => 'seen' in node;
const newFolder = (): Folder => ({ ino: undefined, seen: new Map(), onDisk: new Map() });

/** An unsynced change of one or two folder entries. */
interface EntryChange {
  readonly turn: number;
  readonly node: Node;
  readonly to?: Place;
  readonly from?: Place;
}
interface Place {
  readonly folder: Folder;
  readonly name: string;
}

const placesOf = ({ to, from }: EntryChange) => [to, from].filter((place) => place !== undefined);
const isSame = (a: Place, b: Place) => a.folder === b.folder && a.name === b.name;

function writeEntry({ node, to, from }: EntryChange): void {
  from?.folder.onDisk.delete(from.name);
  to?.folder.onDisk.set(to.name, node);
}

/**
 * True if the second change requires the first on the disk: same entry, or an entry of the folder that the first
 * creates.
 */
const precedes = (first: EntryChange, second: EntryChange) =>
  placesOf(second).some(
    (place) => place.folder === first.node || placesOf(first).some((other) => isSame(place, other)),
  );

/**
 * A disk behind a cache, with the files of one folder. A sync writes a file together with the entries that lead to it,
 * as ext4, XFS and Btrfs do, or the entries of a folder.
 */
export class Disk {
  readonly #folder: string;
  readonly #root = newFolder();
  /** Inode number, as in the entries of the tape → file or folder. */
  readonly #nodes = new Map<number, Node>();
  #entries: EntryChange[] = [];
  #turn = 0;

  /** @param folder its present content counts as written to the disk */
  constructor(folder: string) {
    this.#folder = folder;
    const read = (path: string, node: Node): void => {
      this.#number(node, path);
      if (!isFolder(node)) return;
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const name = join(path, entry.name);
        if (!entry.isDirectory() && !entry.isFile()) continue;
        const each = entry.isDirectory() ? newFolder() : newFile(readFileSync(name));
        for (const entries of [node.seen, node.onDisk]) entries.set(entry.name, each);
        read(name, each);
      }
    };
    read(folder, this.#root);
  }

  /** Applies an entry of the tape. */
  play(entry: Entry): void {
    this.#turn += 1;
    switch (entry.what) {
      case 'made': {
        const to = this.#place(entry.path);
        const known = this.#nodes.get(entry.ino);
        const there = to.folder.seen.get(to.name);
        if (there !== undefined && there === known) return;
        // A known number is another name of the same file if that file still exists; otherwise the number is reused.
        const isLink = known !== undefined && this.#isSeen(known);
        const node: Node = isLink ? known : entry.isFolder ? newFolder() : newFile();
        if (known !== undefined && !isLink) known.ino = undefined;
        this.#nodes.set(entry.ino, node);
        this.#change({ turn: this.#turn, node, to });
        return;
      }
      case 'removed': {
        const from = this.#place(entry.path);
        const node = from.folder.seen.get(from.name);
        if (node !== undefined) this.#change({ turn: this.#turn, node, from });
        return;
      }
      case 'renamed': {
        const from = this.#place(entry.from);
        const node = from.folder.seen.get(from.name);
        if (node === undefined) throw new Error(`There is no ${entry.from} to be renamed`);
        this.#change({ turn: this.#turn, node, from, to: this.#place(entry.path) });
        return;
      }
      case 'wrote':
        this.#write(entry.ino, { turn: this.#turn, position: entry.position, bytes: entry.content });
        return;
      case 'cut':
        this.#write(entry.ino, { turn: this.#turn, position: entry.size });
        return;
      case 'synced': {
        const node = this.#nodes.get(entry.ino);
        if (node === undefined) return;
        if (!isFolder(node)) write(node, node.unsynced.splice(0));
        this.#syncEntries((change) => change.node === node || placesOf(change).some(({ folder }) => folder === node));
      }
    }
  }

  /** Marks the file of an entry after the power cut: the folder has this change, but the disk never had it. */
  miss(entry: Entry): void {
    const node = 'ino' in entry ? this.#nodes.get(entry.ino) : undefined;
    if (node === undefined || isFolder(node)) return;
    if (entry.what === 'made') node.ino = undefined;
    else if (entry.what !== 'synced') node.isTouched = true;
  }

  /**
   * Cuts the power. Of the unsynced changes, only those that the cut preserves reach the disk. Returns how many are
   * lost.
   */
  cut(how: Cut, chance: () => number): number {
    const first = Math.min(this.#turn, ...this.#unsynced().map(({ turn }) => turn));
    /** Changes before this moment reach the disk or, if the disk reorders, those after it. */
    const moment = first + chance() * (this.#turn - first);
    let lost = 0;
    const gone: EntryChange[] = [];
    for (const change of this.#entries) {
      const comes = how !== 'all' && (how === 'half' ? change.turn < moment : change.turn >= moment);
      if (comes && !gone.some((other) => precedes(other, change))) writeEntry(change);
      else gone.push(change);
    }
    lost += gone.length;
    this.#entries = [];
    for (const file of this.#files()) {
      if (file.unsynced.length === 0) continue;
      const came = how === 'all' ? [] : pagesThatCame(file.unsynced, how, moment, chance);
      lost += file.unsynced.length - new Set(came.map(({ turn }) => turn)).size;
      write(file, came);
      file.unsynced.length = 0;
    }
    return lost;
  }

  /** Writes the content of the disk into the folder. Unchanged files are not replaced. */
  writeBack(): void {
    this.#nodes.clear();
    const put = (node: Node, path: string): void => {
      const there = lstatSync(path, { throwIfNoEntry: false });
      if (isFolder(node)) {
        if (there?.isDirectory() !== true) {
          rmSync(path, { force: true });
          mkdirSync(path, { mode: 0o700 });
        }
        for (const name of readdirSync(path))
          if (!node.onDisk.has(name)) rmSync(join(path, name), { recursive: true, force: true });
        node.seen.clear();
        for (const [name, each] of node.onDisk) {
          node.seen.set(name, each);
          put(each, join(path, name));
        }
      } else if (node.isTouched || node.ino === undefined || node.ino !== there?.ino) {
        rmSync(path, { recursive: true, force: true });
        writeFileSync(path, node.content, { mode: 0o600 });
        node.isTouched = false;
      }
      this.#number(node, path);
    };
    put(this.#root, this.#folder);
  }

  /** Writes all changes to the disk, and returns the paths at which the folder differs from it. */
  differences(): string[] {
    this.#syncEntries(() => true);
    for (const file of this.#files()) write(file, file.unsynced.splice(0));
    const paths: string[] = [];
    const compare = (folder: Folder, path: string): void => {
      const there = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.isSocket());
      for (const name of new Set([...folder.onDisk.keys(), ...there.map((entry) => entry.name)])) {
        const node = folder.onDisk.get(name);
        const entry = there.find((each) => each.name === name);
        const inside = join(path, name);
        if (node !== undefined && isFolder(node) && entry?.isDirectory()) compare(node, inside);
        else if (node === undefined || isFolder(node) || !entry?.isFile() || !readFileSync(inside).equals(node.content))
          paths.push(inside);
      }
    };
    compare(this.#root, this.#folder);
    return paths;
  }

  #number(node: Node, path: string): void {
    node.ino = lstatSync(path).ino;
    this.#nodes.set(node.ino, node);
  }

  #place(path: string): Place {
    let folder = this.#root;
    for (const name of dirname(path)
      .split('/')
      .filter((each) => each !== '.')) {
      const node = folder.seen.get(name);
      if (node === undefined || !isFolder(node)) throw new Error(`There is no folder for ${path}`);
      folder = node;
    }
    return { folder, name: path.slice(path.lastIndexOf('/') + 1) };
  }

  #write(ino: number, change: Change): void {
    const node = this.#nodes.get(ino);
    if (node === undefined || isFolder(node)) return;
    node.unsynced.push(change);
    node.isTouched = true;
  }

  #change(change: EntryChange): void {
    const { node, to, from } = change;
    from?.folder.seen.delete(from.name);
    to?.folder.seen.set(to.name, node);
    this.#entries.push(change);
  }

  #isSeen(node: Node, folder = this.#root): boolean {
    for (const each of folder.seen.values())
      if (each === node || (isFolder(each) && this.#isSeen(node, each))) return true;
    return false;
  }

  /** Writes these entries to the disk, and the earlier ones that they require. */
  #syncEntries(isWanted: (change: EntryChange) => boolean): void {
    const wanted: EntryChange[] = [];
    for (const change of this.#entries.toReversed())
      if (isWanted(change) || wanted.some((later) => precedes(change, later))) wanted.push(change);
    for (const change of wanted.toReversed()) writeEntry(change);
    const written = new Set(wanted);
    this.#entries = this.#entries.filter((change) => !written.has(change));
  }

  #unsynced(): readonly { readonly turn: number }[] {
    return [...this.#entries, ...[...this.#files()].flatMap(({ unsynced }) => unsynced)];
  }

  #files(): Set<File> {
    const files = new Set<File>();
    const look = (node: Node): void => {
      if (!isFolder(node)) return void files.add(node);
      for (const each of [...node.seen.values(), ...node.onDisk.values()]) look(each);
    };
    look(this.#root);
    return files;
  }
}
