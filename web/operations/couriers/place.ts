import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';

export const couriers: Place = {
  path: 'couriers',
  name: () => shellTexts.couriers,
  hasModes: true,
  pages: [
    { path: '', load: async () => (await import('./couriers-page.tsx')).CouriersPage },
    { path: '/new', load: async () => (await import('./new-courier-page.tsx')).NewCourierPage },
    { path: '/:id', load: async () => (await import('./courier-page.tsx')).CourierPage },
  ],
};
