/** What a server tells of itself, read line by line. */
export type ReadMetrics = {
  /** The largest value of a metric among its lines that have these labels; null where it has none. */
  readonly most: (name: string, labels?: Readonly<Record<string, string>>) => number | null;
  /** The sum of them; 0 where there is none. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
  /** A label of the first line of a metric. */
  readonly label: (name: string, label: string) => string | null;
};

const LINE = /^([a-z_]\w*)(?:\{([^}]*)\})? (\S+)$/gm;

/** Reads Prometheus' text format; null where the text is none of ours. */
export function readMetrics(text: string): ReadMetrics | null {
  const lines = [...text.matchAll(LINE)].map(([, name = '', labels = '', value = '']) => ({
    name,
    labels: new Map([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', own = '']) => [label, own])),
    value: Number(value),
  }));
  if (!lines.some(({ name }) => name.startsWith('cottontree_'))) return null;
  const those = (wanted: string, labels: Readonly<Record<string, string>> = {}): readonly number[] =>
    lines
      .filter(
        (line) =>
          line.name === wanted &&
          Object.entries(labels).every(([label, value]) => line.labels.get(label) === value),
      )
      .map(({ value }) => value);
  return {
    most(name, labels) {
      const values = those(name, labels);
      return values.length === 0 ? null : Math.max(...values);
    },
    sum: (name, labels) => those(name, labels).reduce((sum, value) => sum + value, 0),
    label: (wanted, label) => lines.find(({ name }) => name === wanted)?.labels.get(label) ?? null,
  };
}
