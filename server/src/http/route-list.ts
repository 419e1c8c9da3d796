export type RouteList = {
  readonly note: (method: string, url: string) => void;
  /** The methods that a path knows; none when the path itself is unknown. */
  readonly methodsAt: (path: string) => readonly string[];
};

/** Remembers every route, so that a wrong method on a known path can be told from an unknown path. */
export function createRouteList(): RouteList {
  const routes: { readonly method: string; readonly pattern: RegExp }[] = [];
  return {
    note(method, url) {
      const pattern = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
      routes.push({ method, pattern: new RegExp(`^${pattern}$`) });
    },
    methodsAt: (path) => [
      ...new Set(
        routes
          .filter((route) => route.pattern.test(path))
          .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      ),
    ],
  };
}
