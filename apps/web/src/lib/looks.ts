/**
 * The screens and tabs of a feature of which screenshots are taken and tested, by name. The `looks.ts` of a feature
 * exports them as `looks`. They must not include a state with a refused call: the browser reports each refusal in its
 * console, which fails the test.
 */
export type Looks = Readonly<
  Record<
    string,
    {
      /** The user: none, an administrator of the demonstration company, or the platform's administrator. */
      readonly who: 'nadie' | 'empresa' | 'root';
      /** The address, in which `:importacion` is replaced by the id of an import. */
      readonly path: string;
    }
  >
>;
