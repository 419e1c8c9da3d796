/** What a number of this pattern would look like today. */
export function sampleNumber(pattern: string, now = new Date()): string {
  const [year = '', month = ''] = now.toISOString().split('-');
  return pattern
    .replaceAll('{LOC}', 'LUM')
    .replaceAll('{YYYY}', year)
    .replaceAll('{YY}', year.slice(2))
    .replaceAll('{MM}', month)
    .replace(/\{(0+)\}/, (_, zeros: string) => '42'.padStart(zeros.length, '0'));
}
