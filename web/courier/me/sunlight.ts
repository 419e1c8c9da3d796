import { signal } from '@preact/signals';

const KEY = 'ct.sunlight';

/** Everything as dark on light as it can be, for a screen in the sun; kept on this phone. */
export const sunlight = signal(localStorage.getItem(KEY) === 'on');

export function setSunlight(on: boolean): void {
  sunlight.value = on;
  localStorage.setItem(KEY, on ? 'on' : 'off');
  showSunlight();
}

export function showSunlight(): void {
  const { dataset } = document.documentElement;
  if (sunlight.value) dataset['contrast'] = 'more';
  else delete dataset['contrast'];
}
