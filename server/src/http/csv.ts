/** Rows as CSV (RFC 4180) under a header of their keys; nested values are JSON in their cell. */
export function toCsv(rows: readonly object[], columns: readonly string[]): string {
  const lines = rows.map((row) =>
    columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','),
  );
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** One cell; text that a spreadsheet would run as a formula is made harmless by a leading quote. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // oxlint-disable-next-line no-control-regex -- a leading control character is what is looked for
  const harmless = /^[=+\-@\x00-\x1f]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
