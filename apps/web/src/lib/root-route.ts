import { createRootRouteWithContext } from '@tanstack/react-router';

/** What app/router.tsx gives to the routes. */
interface Context {
  /** Runs before each navigation; throws a redirect when the address may not be opened. */
  readonly guard: (pathname: string) => void;
}

/** The parent of every route. app/router.tsx gives it its components. */
export const rootRoute = createRootRouteWithContext<Context>()({
  beforeLoad: ({ location: { pathname }, preload, context: { guard } }) => (preload ? undefined : guard(pathname)),
});
