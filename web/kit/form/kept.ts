import type { FormValues } from './values.ts';

const KEPT = 'ct.form.';

/** What was typed in a form earlier in this tab. */
export function readKept(key: string): FormValues | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + key) ?? 'null') as FormValues | null;
  } catch {
    return null;
  }
}

/** Passwords and the like are never kept. */
export function writeKept(key: string, values: FormValues): void {
  try {
    sessionStorage.setItem(KEPT + key, JSON.stringify(values));
  } catch {
    // No room on this device: the form works on, without the net below it.
  }
}

export function forgetKept(key: string): void {
  sessionStorage.removeItem(KEPT + key);
}

/** The fields of rows that were taken out are kept as nothing. */
export function takenOut(values: FormValues, beginning: FormValues): FormValues {
  return Object.fromEntries(
    Object.keys(beginning).flatMap((path) => (path in values ? [] : [[path, null] as const])),
  );
}

/** What was kept, over what the form begins with: a row that was taken out stays so. */
export function putOver(beginning: FormValues, kept: FormValues): FormValues {
  const isTakenOut = ([path, value]: readonly [string, unknown]): boolean =>
    value === null && path in kept && path in beginning && /\[\d+\]\./.test(path);
  return Object.fromEntries(Object.entries({ ...beginning, ...kept }).filter((one) => !isTakenOut(one)));
}
