export type KnownRoute = { readonly method: string; readonly url: string };

export type RouteList = {
  readonly note: (method: string, url: string) => void;
  /** The methods that a path knows; none when the path itself is unknown. */
  readonly methodsAt: (path: string) => readonly string[];
  /** Every route there is, with `:name` parameters. */
  readonly all: () => readonly KnownRoute[];
};

/** Remembers every route, so that a wrong method on a known path can be told from an unknown path. */
export function createRouteList(): RouteList {
  const routes: (KnownRoute & { readonly pattern: RegExp })[] = [];
  return {
    note(method, url) {
      const pattern = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
      routes.push({ method, url, pattern: new RegExp(`^${pattern}$`) });
    },
    all: () => routes,
    methodsAt: (path) => [
      ...new Set(
        routes
          .filter((route) => route.pattern.test(path))
          .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      ),
    ],
  };
}
