/** An answer's headers by lower-case name; a repeated one is joined by ", ", and what exceeds 64 headers or 8 KiB is left out. */
export function readHeaders(raw: readonly Buffer[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  let bytes = 0;
  for (let index = 0; index + 1 < raw.length && index < headersMax * 2; index += 2) {
    const name = raw[index]?.toString('latin1').toLowerCase() ?? '';
    const value = raw[index + 1]?.toString('latin1') ?? '';
    bytes += name.length + value.length;
    if (bytes > headerBytesMax) break;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

const headersMax = 64;
const headerBytesMax = 8 * 1_024;
