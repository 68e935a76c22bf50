/** What went wrong, in words for the person. */
export class Told extends Error {
  override readonly name: string = 'Told';
}
