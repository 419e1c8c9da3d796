import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { cashTexts as t } from './texts.ts';

export const cash: Place = {
  path: 'cash',
  name: () => shellTexts.cash,
  roles: ['operator', 'cashier'],
  hasModes: true,
  pages: [
    { path: '', load: async () => (await import('./deposits-page.tsx')).DepositsPage },
    { path: '/settlements', load: async () => (await import('./settlements-page.tsx')).SettlementsPage },
    { path: '/payouts', load: async () => (await import('./payouts-page.tsx')).PayoutsPage },
  ],
  tabs: [
    { path: '', name: () => t.deposits },
    { path: '/settlements', name: () => t.settlements, roles: ['operator'] },
    { path: '/payouts', name: () => t.payouts, roles: ['operator'] },
  ],
};
