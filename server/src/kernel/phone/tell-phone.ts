/** "+232 76 123 456": the country's calling code stays apart, the rest in groups. */
export function tellPhone(e164: string): string {
  const match = /^(\+232)(\d{2})(\d{3})(\d{3})$/.exec(e164);
  return match ? match.slice(1).join(' ') : e164;
}
