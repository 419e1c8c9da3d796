/** JSON of plain data. Some pages give arrays and strings a `toJSON` of their own, which the browser's own writer would believe. */
export function toJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (typeof value === 'boolean') return `${value}`;
  if (Array.isArray(value)) {
    let items = '';
    for (let at = 0; at < value.length; at += 1) items += `${at === 0 ? '' : ','}${toJson(value[at])}`;
    return `[${items}]`;
  }
  let fields = '';
  for (const name of Object.keys(value)) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (field !== undefined && typeof field !== 'function')
      fields += `${fields === '' ? '' : ','}${quoted(name)}:${toJson(field)}`;
  }
  return `{${fields}}`;
}

const MARKS: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

function quoted(text: string): string {
  let made = '"';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const code = text.charCodeAt(at);
    made += MARKS.get(letter) ?? (code < 32 ? `\\u${code.toString(16).padStart(4, '0')}` : letter);
  }
  return `${made}"`;
}
