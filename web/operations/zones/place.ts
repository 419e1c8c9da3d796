import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { zoneTexts as t } from './texts.ts';

export const zones: Place = {
  path: 'zones',
  name: () => shellTexts.zones,
  roles: ['operator', 'dispatcher'],
  pages: [
    { path: '', load: async () => (await import('./zones-page.tsx')).ZonesPage },
    { path: '/new', load: async () => (await import('./zone-page.tsx')).NewZonePage },
    { path: '/try', load: async () => (await import('./try-page.tsx')).TryPage },
    { path: '/rates', load: async () => (await import('./rates-page.tsx')).RatesPage },
    { path: '/rates/:version', load: async () => (await import('./rate-page.tsx')).RatePage },
    { path: '/:code', load: async () => (await import('./zone-page.tsx')).ZonePage },
  ],
  tabs: [
    { path: '', name: () => t.zones },
    { path: '/try', name: () => t.tryPlace },
    { path: '/rates', name: () => t.rates },
  ],
};
