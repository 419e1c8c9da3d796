import { Wallet } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';
import { pageNames } from './page-names.ts';

export const payments: Place = {
  path: 'payments',
  name: () => shellTexts.payments,
  icon: Wallet,
  scopes: ['payments:read', 'payment_links:read', 'ledger:read'],
  pages: [
    { path: '', load: async () => (await import('./payments-page.tsx')).PaymentsPage },
    { path: '/refunds', load: async () => (await import('./refunds-page.tsx')).RefundsPage },
    { path: '/links', load: async () => (await import('./links-page.tsx')).LinksPage },
    { path: '/links/new', load: async () => (await import('./link-editor.tsx')).NewLinkPage },
    { path: '/links/:id', load: async () => (await import('./link-page.tsx')).LinkPage },
    { path: '/links/:id/edit', load: async () => (await import('./link-editor.tsx')).EditLinkPage },
    { path: '/balance', load: async () => (await import('./balance-page.tsx')).BalancePage },
    { path: '/payouts', load: async () => (await import('./payouts-page.tsx')).PayoutsPage },
    {
      path: '/reconciliation',
      load: async () => (await import('./reconciliation-page.tsx')).ReconciliationPage,
    },
    { path: '/:id', load: async () => (await import('./payment-page.tsx')).PaymentPage },
  ],
  subplaces: [
    { path: '', name: () => pageNames.payments },
    { path: '/links', name: () => pageNames.links },
    { path: '/refunds', name: () => pageNames.refunds },
    { path: '/balance', name: () => pageNames.balance, scopes: ['ledger:read'] },
    { path: '/payouts', name: () => pageNames.payouts, scopes: ['ledger:read'] },
    { path: '/reconciliation', name: () => pageNames.reconciliation, scopes: ['ledger:read'] },
  ],
};
