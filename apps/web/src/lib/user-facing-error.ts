/** The text of an error, for the person. */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}
