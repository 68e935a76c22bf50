/**
 * Where the guide explains a screen: `{chapter}` or `{chapter}#{task}` of `/guia`. A function, where it depends on the
 * search parameters, as of a tab.
 */
export type Guide = string | ((search: Record<string, unknown>) => string);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The mark «?» beside the title of the screen leads there. */
    readonly guide?: Guide;
  }
}
