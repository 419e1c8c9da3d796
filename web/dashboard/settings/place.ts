import { Settings } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';
import { pageNames } from './page-names.ts';

export const settings: Place = {
  path: 'settings',
  name: () => shellTexts.settings,
  icon: Settings,
  pages: [
    { path: '', load: async () => (await import('./profile-page.tsx')).ProfilePage },
    { path: '/branding', load: async () => (await import('./branding-page.tsx')).BrandingPage },
    { path: '/pickup', load: async () => (await import('./money/pickup-page.tsx')).PickupPage },
    { path: '/taxes', load: async () => (await import('./money/taxes-page.tsx')).TaxesPage },
    { path: '/numbering', load: async () => (await import('./money/numbering-page.tsx')).NumberingPage },
    {
      path: '/payments',
      load: async () => (await import('./providers/payments-page.tsx')).PaymentSettingsPage,
    },
    {
      path: '/payments/new',
      load: async () => (await import('./providers/new-account-page.tsx')).NewAccountPage,
    },
    { path: '/payments/:id', load: async () => (await import('./providers/account-page.tsx')).AccountPage },
    { path: '/messages', load: async () => (await import('./messages/messages-page.tsx')).MessagesPage },
    { path: '/widgets', load: async () => (await import('./widgets/widgets-page.tsx')).WidgetsPage },
    { path: '/members', load: async () => (await import('./members-page.tsx')).MembersPage },
    {
      path: '/activity',
      load: async () => (await import('./activity/activity-page.tsx')).ActivityPage,
    },
    { path: '/data', load: async () => (await import('./data/data-page.tsx')).DataPage },
    { path: '/security', load: async () => (await import('./security-page.tsx')).SecurityPage },
  ],
  subplaces: [
    { path: '', name: () => pageNames.profile },
    { path: '/branding', name: () => pageNames.branding },
    { path: '/pickup', name: () => pageNames.pickup },
    { path: '/taxes', name: () => pageNames.taxes },
    { path: '/numbering', name: () => pageNames.numbering },
    { path: '/payments', name: () => pageNames.payments },
    { path: '/messages', name: () => pageNames.messages },
    { path: '/widgets', name: () => pageNames.widgets, scopes: ['keys:read'] },
    { path: '/members', name: () => pageNames.members, scopes: ['members:read'] },
    { path: '/activity', name: () => pageNames.activity, scopes: ['activity:read'] },
    { path: '/data', name: () => pageNames.data },
    { path: '/security', name: () => pageNames.security },
  ],
};
