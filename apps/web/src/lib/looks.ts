/**
 * What is photographed and tested of a feature, by name: each screen and each of its tabs. The `looks.ts` of a feature exports
 * it as `looks`. Only states without a refused call: the browser reports each in its console, which fails the test.
 */
export type Looks = Readonly<
  Record<
    string,
    {
      /** The user: none, an administrator of the demonstration company, or the platform's administrator. */
      readonly who: 'nadie' | 'empresa' | 'root';
      /** Its address; `:importacion` stands for the id of an import. */
      readonly path: string;
    }
  >
>;
