const WITH_THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** An amount without the commas between its thousands; with any other comma it stays as it is, to be refused. */
export function plainAmount(text: string): string {
  return WITH_THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
}
