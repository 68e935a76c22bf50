import { createRootRouteWithContext } from '@tanstack/react-router';

/** The router context that app/router.tsx provides to the routes. */
interface Context {
  /** Runs before each navigation; throws a redirect when the address may not be opened. */
  readonly guard: (pathname: string) => void;
}

/** The parent of every route. app/router.tsx sets its components. */
export const rootRoute = createRootRouteWithContext<Context>()({
  beforeLoad: ({ location: { pathname }, preload, context: { guard } }) => (preload ? undefined : guard(pathname)),
});
