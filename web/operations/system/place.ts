import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { systemTexts as t } from './texts.ts';

export const system: Place = {
  path: 'system',
  name: () => shellTexts.system,
  roles: ['operator'],
  pages: [
    { path: '', load: async () => (await import('./health-page.tsx')).HealthPage },
    { path: '/people', load: async () => (await import('./people-page.tsx')).PeoplePage },
  ],
  tabs: [
    { path: '', name: () => t.health },
    { path: '/people', name: () => t.people },
  ],
};
