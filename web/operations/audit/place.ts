import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { auditTexts as t } from './texts.ts';

export const audit: Place = {
  path: 'audit',
  name: () => shellTexts.audit,
  pages: [
    { path: '', load: async () => (await import('./audit-page.tsx')).AuditPage },
    { path: '/merchants', load: async () => (await import('./acts-page.tsx')).ActsPage },
  ],
  tabs: [
    { path: '', name: () => t.ofParcels },
    { path: '/merchants', name: () => t.ofShops, roles: ['operator'] },
  ],
};
