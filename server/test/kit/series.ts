/** One line of Prometheus' text format without its value. */
export type Series = { readonly name: string; readonly labels: Readonly<Record<string, string>> };

/** What `/metrics` says, as names and labels; every line is a comment or a number with a name. */
export function readSeries(text: string): readonly Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = ''] = /^([a-z_]+)(?:\{(.*)\})? -?[\d.e+-]+$/i.exec(line) ?? [];
      if (name === '') throw new Error(`This is no line of metrics: ${line}`);
      return {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
        ),
      };
    });
}

/** Of which type `/metrics` says that each metric is: `counter`, `gauge` or `histogram`. */
export function readTypes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
}
