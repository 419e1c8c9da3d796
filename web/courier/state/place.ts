import { computed, signal } from '@preact/signals';

export type Place =
  | { readonly at: 'offers' }
  | { readonly at: 'jobs' }
  | { readonly at: 'cash' }
  | { readonly at: 'job'; readonly jobNumber: string }
  | { readonly at: 'unsent' }
  | { readonly at: 'me' };

const HOME: Place = { at: 'offers' };
const stack = signal<readonly Place[]>([HOME]);

/** Where the courier is. */
export const place = computed<Place>(() => stack.value.at(-1) ?? HOME);

/** Goes on to somewhere; the phone's own way back leads here again. */
export function go(next: Place): void {
  stack.value = [...stack.value, next];
  history.pushState(null, '');
}

/** One of the three tabs: nothing lies behind it. */
export function goTab(at: 'offers' | 'jobs' | 'cash'): void {
  stack.value = [{ at }];
}

export function goBack(): void {
  stack.value = stack.value.length > 1 ? stack.value.slice(0, -1) : stack.value;
}

addEventListener('popstate', goBack);
