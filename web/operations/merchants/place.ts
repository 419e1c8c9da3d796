import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';

export const merchants: Place = {
  path: 'merchants',
  name: () => shellTexts.merchants,
  roles: ['operator'],
  pages: [
    { path: '', load: async () => (await import('./merchants-page.tsx')).MerchantsPage },
    { path: '/new', load: async () => (await import('./new-merchant-page.tsx')).NewMerchantPage },
    { path: '/:id', load: async () => (await import('./merchant-page.tsx')).MerchantPage },
  ],
};
