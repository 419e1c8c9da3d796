import { Settings } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';
import { settingsTexts as t } from './texts.ts';

export const settings: Place = {
  path: 'settings',
  name: () => shellTexts.settings,
  icon: Settings,
  pages: [
    { path: '', load: async () => (await import('./profile-page.tsx')).ProfilePage },
    { path: '/branding', load: async () => (await import('./branding-page.tsx')).BrandingPage },
    { path: '/members', load: async () => (await import('./members-page.tsx')).MembersPage },
    { path: '/security', load: async () => (await import('./security-page.tsx')).SecurityPage },
  ],
  subplaces: [
    { path: '', name: () => t.profile },
    { path: '/branding', name: () => t.branding },
    { path: '/members', name: () => t.members },
    { path: '/security', name: () => t.security },
  ],
};
