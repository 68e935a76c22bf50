import { num, type PdfFile, type Ref } from './file.ts';

/** Structure types of a printed form. @source ISO 32000-1, 14.8.4 */
export type TagType =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Figure'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'L'
  | 'LI'
  | 'LBody';

/** An element of the logical structure, which screen readers follow instead of the layout. */
export interface Tag {
  readonly type: TagType;
  readonly kids: (Tag | Mark)[];
  /** Text alternative of a figure. */
  readonly alt?: string;
  /** Left, bottom, right and top of a figure. */
  readonly box?: readonly number[];
}

/** Content of a page that belongs to an element. */
export interface Mark {
  readonly page: number;
  readonly mcid: number;
}

/** Adds an element to a parent and returns it. */
export function tagIn(parent: Tag, type: TagType, more: Pick<Tag, 'alt' | 'box'> = {}): Tag {
  const tag: Tag = { type, kids: [], ...more };
  parent.kids.push(tag);
  return tag;
}

function attributes({ type, box }: Tag): string {
  if (type === 'TH') return '/A<</O/Table/Scope/Column>>';
  return box === undefined ? '' : `/A<</O/Layout/Placement/Block/BBox[${box.map(num).join(' ')}]>>`;
}

/**
 * Writes the structure tree.
 * @param pages the page objects
 * @param alt encodes a text for the file
 * @returns the StructTreeRoot
 */
export function writeTags(file: PdfFile, root: Tag, pages: readonly Ref[], alt: (text: string) => string): Ref {
  const treeRoot = file.reserve();
  /** For each page, the elements of its marked content by number. */
  const owners: Ref[][] = pages.map(() => []);
  const write = (tag: Tag, parent: Ref): Ref => {
    const self = file.reserve();
    const kids = tag.kids.map((kid) => {
      if ('type' in kid) return write(kid, self);
      owners[kid.page]![kid.mcid] = self;
      return `<</Type/MCR/Pg ${pages[kid.page]}/MCID ${kid.mcid}>>`;
    });
    const words = tag.alt === undefined ? '' : `/Alt${alt(tag.alt)}`;
    return file.add(
      `<</Type/StructElem/S/${tag.type}/P ${parent}/K[${kids.join(' ')}]${words}${attributes(tag)}>>`,
      self,
    );
  };
  const document = write(root, treeRoot);
  const numbers = owners.map((refs, page) => `${page}[${refs.join(' ')}]`);
  return file.add(
    `<</Type/StructTreeRoot/K ${document}/ParentTree<</Nums[${numbers.join('')}]>>/ParentTreeNextKey ${pages.length}>>`,
    treeRoot,
  );
}
