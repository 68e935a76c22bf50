/** A file that is not a register; the existing register stays. The message is Spanish, for the person. */
export class RegisterRefused extends Error {
  override readonly name = 'RegisterRefused';
}
