/** A file that is not a register as a whole; the register that was there stays. The message is Spanish, for the person. */
export class RegisterRefused extends Error {
  override readonly name = 'RegisterRefused';
}
