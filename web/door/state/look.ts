import { hasStorage } from '../../kit/text/locale.ts';
import { signal } from '@preact/signals';
import { applyLook } from '../../tools/look.ts';

const KEY = 'ct.door.sunlight';

/** Sunlight: black on white, and no shade of grey. */
export const isSunlight = signal(hasStorage() && localStorage.getItem(KEY) === 'on');

/** Dark unless the sun shines on it, whatever the device likes: a door is mostly a dark place, and the answers fill the screen. */
export function showLook(mode: 'live' | 'test'): void {
  applyLook({ theme: isSunlight.value ? 'light' : 'dark', mode });
  const { dataset } = document.documentElement;
  if (isSunlight.value) dataset['contrast'] = 'more';
  else delete dataset['contrast'];
}

export function switchSunlight(isOn: boolean, mode: 'live' | 'test'): void {
  isSunlight.value = isOn;
  localStorage.setItem(KEY, isOn ? 'on' : 'off');
  showLook(mode);
}
