import { signal } from '@preact/signals';

/** Since when there is no network, by this device; null while there is. */
export const offlineSince = signal<number | null>(navigator.onLine ? null : Date.now());

addEventListener('offline', () => (offlineSince.value ??= Date.now()));
addEventListener('online', () => (offlineSince.value = null));
