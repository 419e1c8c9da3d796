import { effect, signal } from '@preact/signals';

/** The languages that every text is written in. */
export const locales = ['en', 'kri'] as const;
export type Locale = (typeof locales)[number];

const KEY = 'ct.locale';

/** Which language is shown; kept on this device. */
export const locale = signal<Locale>(kept() === 'kri' ? 'kri' : 'en');

/** Shows everything in another language, at once and from now on. */
export function speak(next: Locale): void {
  locale.value = next;
  if (hasStorage()) localStorage.setItem(KEY, next);
}

/** Shows everything in the language of whoever signed in, on a device where nobody has chosen one. */
export function speakAs(next: Locale): void {
  if (kept() !== null) return;
  locale.value = next;
}

// Whoever reads the page aloud has to know, also where the page around a frame says it.
effect(() => {
  document.documentElement.lang = locale.value;
});

function kept(): string | null {
  return hasStorage() ? localStorage.getItem(KEY) : null;
}

/** In a frame of another site a browser may keep nothing at all. */
export function hasStorage(): boolean {
  try {
    return typeof localStorage === 'object';
  } catch {
    return false;
  }
}
