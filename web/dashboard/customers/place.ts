import { Users } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';

export const customers: Place = {
  path: 'customers',
  name: () => shellTexts.customers,
  icon: Users,
  scopes: ['customers:read'],
  pages: [
    { path: '', load: async () => (await import('./customers-page.tsx')).CustomersPage },
    { path: '/new', load: async () => (await import('./edit-customer-page.tsx')).NewCustomerPage },
    { path: '/:id', load: async () => (await import('./customer-page.tsx')).CustomerPage },
    { path: '/:id/edit', load: async () => (await import('./edit-customer-page.tsx')).EditCustomerPage },
  ],
};
