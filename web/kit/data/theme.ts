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

function show(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}

function read(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

show(theme.value);
