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
