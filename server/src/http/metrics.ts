import type { Figure } from '../kernel/running/figure.ts';

export type Metrics = {
  /** Notes one answered request. */
  readonly observe: (request: {
    readonly operation: string;
    readonly status: number;
    readonly durationMs: number;
  }) => void;
  /** A number asked for at the moment of reading. */
  readonly gauge: (name: string, help: string, read: () => number) => void;
  /** One that only grows while the process lives; its name ends in `_total`. */
  readonly counter: (name: string, help: string, read: () => number) => void;
  /** Numbers that a module keeps, asked for at the moment of reading. */
  readonly figures: (read: () => readonly Figure[]) => void;
  /** All of it in Prometheus text format 0.0.4. */
  readonly text: () => string;
};

const BOUNDS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

type Series = { readonly buckets: Float64Array; count: number; sumMs: number };

/** Counts per operation and status class in fixed buckets; nothing is allocated on the way of a request. */
export function createMetrics(): Metrics {
  const series = new Map<string, Series>();
  const modules: (() => readonly Figure[])[] = [];
  const single = (type: Figure['type']) => (name: string, help: string, read: () => number) =>
    void modules.push(() => [{ name, type, help, values: [{ labels: {}, value: read() }] }]);

  return {
    observe({ operation, status, durationMs }) {
      const labels = `operation="${operation}",status="${Math.floor(status / 100)}xx"`;
      let one = series.get(labels);
      if (!one)
        series.set(labels, (one = { buckets: new Float64Array(BOUNDS_MS.length), count: 0, sumMs: 0 }));
      one.count += 1;
      one.sumMs += durationMs;
      const slot = BOUNDS_MS.findIndex((bound) => durationMs <= bound);
      if (slot !== -1) one.buckets[slot] = (one.buckets[slot] ?? 0) + 1;
    },
    gauge: single('gauge'),
    counter: single('counter'),
    figures(read) {
      modules.push(read);
    },
    text() {
      const name = 'cottontree_request_duration_seconds';
      const lines = [
        `# HELP ${name} How long requests took, by operation and status class.`,
        `# TYPE ${name} histogram`,
      ];
      for (const [labels, one] of series) {
        let total = 0;
        BOUNDS_MS.forEach((bound, slot) => {
          total += one.buckets[slot] ?? 0;
          lines.push(`${name}_bucket{${labels},le="${bound / 1_000}"} ${total}`);
        });
        lines.push(
          `${name}_bucket{${labels},le="+Inf"} ${one.count}`,
          `${name}_sum{${labels}} ${one.sumMs / 1_000}`,
          `${name}_count{${labels}} ${one.count}`,
        );
      }
      for (const figure of modules.flatMap((read) => read())) lines.push(...linesOf(figure));
      return `${lines.join('\n')}\n`;
    },
  };
}

function linesOf({ name, type, help, values }: Figure): readonly string[] {
  const samples = values.map(({ labels, value }) => {
    const named = Object.entries(labels)
      .map(([label, text]) => `${label}="${text}"`)
      .join(',');
    return `${name}${named === '' ? '' : `{${named}}`} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
}

type KnownRoute = { readonly method: string; readonly url: string };

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
