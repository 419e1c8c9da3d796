import { computed, signal } from '@preact/signals';

/** What a receipt is shown of once it is paid. */
export type Place =
  | { readonly at: 'products' }
  | { readonly at: 'cart' }
  | { readonly at: 'cash' }
  | { readonly at: 'external' }
  | { readonly at: 'split' }
  | { readonly at: 'asked'; readonly channel: 'qr' | 'mobile_money' }
  | { readonly at: 'sold' }
  | { readonly at: 'sales' }
  | { readonly at: 'sale'; readonly id: string }
  | { readonly at: 'made'; readonly clientId: string }
  | { readonly at: 'x' }
  | { readonly at: 'day' }
  | { readonly at: 'unsent' };

const stack = signal<readonly Place[]>([{ at: 'products' }]);

/** Everything that is not selling is offered. */
export const isMenuOpen = signal(false);

/** Where the cashier is. */
export const place = computed<Place>(() => stack.value.at(-1) ?? { at: 'products' });

/** Goes on to somewhere; the device's own way back leads here again. */
export function go(next: Place): void {
  stack.value = [...stack.value, next];
  history.pushState(null, '');
}

/** Starts over at the products, or somewhere else. */
export function goHome(next: Place = { at: 'products' }): void {
  stack.value = next.at === 'products' ? [next] : [{ at: 'products' }, next];
}

export function goBack(): void {
  stack.value = stack.value.length > 1 ? stack.value.slice(0, -1) : stack.value;
}

addEventListener('popstate', goBack);
