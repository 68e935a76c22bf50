/** The configuration in the environment is invalid. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
