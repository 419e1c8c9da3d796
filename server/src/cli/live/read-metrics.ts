/** What a server tells of itself, read line by line. */
export type ReadMetrics = {
  /** The largest value of a metric among its lines that have these labels; null where it has none. */
  readonly most: (name: string, labels?: Readonly<Record<string, string>>) => number | null;
  /** The sum of them; 0 where there is none. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
  /** A label of the first line of a metric. */
  readonly label: (name: string, label: string) => string | null;
};

const LINE = /^([a-z_]\w*)(?:\{([^}]*)\})? (\S+)$/;

/** Reads Prometheus' text format; null where the text is none of ours. */
export function readMetrics(text: string): ReadMetrics | null {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels: labelsIn(labels), value: Number(value) }];
  });
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

/** `name="value",…` */
function labelsIn(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('",').map((pair) => pair.split('="', 2));
  return new Map(
    pairs.flatMap(([name = '', value]) =>
      value === undefined ? [] : [[name, value.replace(/"$/, '')] as const],
    ),
  );
}
