import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';

export const account: Place = {
  path: 'account',
  name: () => shellTexts.account,
  isOwn: true,
  pages: [{ path: '', load: async () => (await import('./account-page.tsx')).AccountPage }],
};
