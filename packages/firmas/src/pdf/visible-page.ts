import type { PdfDict } from '@libpdf/core';

type RefResolver = Parameters<PdfDict['get']>[1];

/** A rectangle in the space of a page; its edges are in order, whatever the order in the file. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The part of a page that a viewer shows. */
export interface VisiblePage {
  readonly box: Box;
  /** Clockwise rotation of the page as displayed. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Points in a unit of its space. */
  readonly unit: number;
}

/** The box of a page that states none, as viewers assume it. */
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** Ancestors of a page that are looked at: a damaged file may have a circle of them. */
const mostAncestors = 50;

/** The value of an attribute of a page, or of its nearest ancestor that has it. @source ISO 32000-1, §7.7.3.4 */
function inherited(page: PdfDict, key: string, resolve: RefResolver) {
  let dict: PdfDict | undefined = page;
  for (let depth = 0; dict !== undefined && depth < mostAncestors; depth++) {
    const value = dict.get(key, resolve);
    if (value !== undefined && value.type !== 'null') return value;
    dict = dict.getDict('Parent', resolve);
  }
  return undefined;
}

/** A rectangle stated for a page; undefined if it is absent, not of four numbers, or empty. */
function boxOf(page: PdfDict, key: 'MediaBox' | 'CropBox', resolve: RefResolver): Box | undefined {
  const array = inherited(page, key, resolve);
  if (array?.type !== 'array') return undefined;
  const edges = [0, 1, 2, 3].map((index) => {
    const edge = array.at(index, resolve);
    return edge?.type === 'number' ? edge.value : Number.NaN;
  });
  const [x = 0, y = 0, otherX = 0, otherY = 0] = edges;
  return filled({
    left: Math.min(x, otherX),
    bottom: Math.min(y, otherY),
    right: Math.max(x, otherX),
    top: Math.max(y, otherY),
  });
}

/** A box that has an area; otherwise undefined. */
const filled = (box: Box): Box | undefined => (box.right > box.left && box.top > box.bottom ? box : undefined);

const common = (a: Box, b: Box): Box | undefined =>
  filled({
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  });

/**
 * The part of a page that a viewer shows: its CropBox inside its MediaBox, both its own or inherited, with any origin.
 * @source ISO 32000-1, §7.7.3.3, §7.7.3.4 and §14.11.2
 */
export function visiblePage(page: PdfDict, resolve: RefResolver): VisiblePage {
  const media = boxOf(page, 'MediaBox', resolve) ?? letter;
  const crop = boxOf(page, 'CropBox', resolve) ?? media;
  const rotate = inherited(page, 'Rotate', resolve);
  const turned = rotate?.type === 'number' ? ((rotate.value % 360) + 360) % 360 : 0;
  const unit = page.getNumber('UserUnit', resolve)?.value ?? 1;
  return {
    box: common(crop, media) ?? media,
    rotation: turned === 90 || turned === 180 || turned === 270 ? turned : 0,
    unit: unit > 0 ? unit : 1,
  };
}
