import { computed, signal } from '@preact/signals';

export type Place = { readonly at: 'scan' | 'type' | 'find' | 'scans' | 'unsent' | 'pair' };

const START: Place = { at: 'scan' };
const stack = signal<readonly Place[]>([START]);

/** Everything that is not scanning is offered. */
export const isMenuOpen = signal(false);
/** Where the steward is. */
export const place = computed<Place>(() => stack.value.at(-1) ?? START);

/** Goes on to somewhere; the device's own way back leads here again. */
export function go(next: Place): void {
  isMenuOpen.value = false;
  if (next.at === place.value.at) return;
  stack.value = [...stack.value, next];
  history.pushState(null, '');
}

/** Back to waiting for tickets. */
export function goHome(): void {
  stack.value = [START];
}

export function goBack(): void {
  stack.value = stack.value.length > 1 ? stack.value.slice(0, -1) : stack.value;
}

addEventListener('popstate', goBack);
