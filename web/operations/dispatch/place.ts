import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { boardTexts as t } from './texts.ts';

export const dispatch: Place = {
  path: '',
  name: () => shellTexts.dispatch,
  hasModes: true,
  pages: [
    { path: '', load: async () => (await import('./board-page.tsx')).BoardPage },
    { path: '/jobs', load: async () => (await import('./jobs-page.tsx')).JobsPage },
    { path: '/jobs/:jobNumber', load: async () => (await import('./job-page.tsx')).JobPage },
    { path: '/incidents', load: async () => (await import('./incidents-page.tsx')).IncidentsPage },
    { path: '/claims', load: async () => (await import('./claims-page.tsx')).ClaimsPage },
  ],
  tabs: [
    { path: '', name: () => t.board },
    { path: '/jobs', name: () => t.list },
    { path: '/incidents', name: () => t.incidents },
    { path: '/claims', name: () => t.claims },
  ],
};
