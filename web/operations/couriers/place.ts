import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { reportTexts as t } from './report-texts.ts';

export const couriers: Place = {
  path: 'couriers',
  name: () => shellTexts.couriers,
  hasModes: true,
  pages: [
    { path: '', load: async () => (await import('./couriers-page.tsx')).CouriersPage },
    { path: '/new', load: async () => (await import('./new-courier-page.tsx')).NewCourierPage },
    { path: '/report', load: async () => (await import('./report-page.tsx')).ReportPage },
    { path: '/:id', load: async () => (await import('./courier-page.tsx')).CourierPage },
  ],
  tabs: [
    { path: '', name: () => shellTexts.couriers },
    { path: '/report', name: () => t.report, roles: ['operator', 'dispatcher'] },
  ],
};
