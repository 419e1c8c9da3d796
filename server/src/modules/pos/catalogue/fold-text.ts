/** Text without case and accents, as people type when they search: "Café" is found by "cafe". */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
