import { signal } from '@preact/signals';

export type Theme = 'light' | 'dark' | 'system';

const KEY = 'ct.theme';

/** Light or dark, where somebody chose; kept on this device. */
export const theme = signal<Theme>(read());

/** Shows everything light or dark from now on, or as the device does. */
export function chooseTheme(next: Theme): void {
  theme.value = next;
  localStorage.setItem(KEY, next);
  show(next);
}

/** The browser's own bar has a colour for each; the page says by which of the device's ways it goes. */
const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((meta) => ({
  meta,
  media: meta.media,
}));

function show(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  for (const { meta, media } of bars)
    meta.media = next === 'system' ? media : media.includes(next) ? 'all' : 'not all';
}

function read(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

show(theme.value);
