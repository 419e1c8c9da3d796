/** How a tool looks. Test data is never mistaken for money: its colours are others everywhere. */
export type Look = { readonly theme: 'light' | 'dark' | 'system'; readonly mode: 'live' | 'test' };

export function applyLook({ theme, mode }: Look): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dataset['mode'] = mode;
}
