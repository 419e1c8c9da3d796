import { House } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';

export const home: Place = {
  path: '',
  name: () => shellTexts.home,
  icon: House,
  pages: [{ path: '', load: async () => (await import('./home-page.tsx')).HomePage }],
};
