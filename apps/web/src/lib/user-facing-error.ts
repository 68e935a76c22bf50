/** An error whose message is shown to the user. */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}
