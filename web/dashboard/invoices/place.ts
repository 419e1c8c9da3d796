import { FileText } from 'lucide';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { invoiceTexts as t } from './texts.ts';

export const invoices: Place = {
  path: 'invoices',
  name: () => shellTexts.invoices,
  icon: FileText,
  scopes: ['invoices:read'],
  useWaiting() {
    const { answer } = useCall(
      client.listInvoices,
      may('invoices:read') ? { query: { overdue: true, limit: 1 } } : null,
    );
    return answer ? { count: answer.meta.total, words: t.overdueNow(answer.meta.total) } : null;
  },
  pages: [
    { path: '', load: async () => (await import('./invoices-page.tsx')).InvoicesPage },
    { path: '/credit-notes', load: async () => (await import('./credit-notes-page.tsx')).CreditNotesPage },
    { path: '/credit-notes/:id', load: async () => (await import('./credit-note-page.tsx')).CreditNotePage },
    { path: '/new', load: async () => (await import('./invoice-editor.tsx')).NewInvoicePage },
    { path: '/recurring', load: async () => (await import('./recurring-page.tsx')).RecurringPage },
    { path: '/recurring/new', load: async () => (await import('./recurring-editor.tsx')).NewRecurringPage },
    { path: '/recurring/:id', load: async () => (await import('./recurring-one.tsx')).RecurringOnePage },
    {
      path: '/recurring/:id/edit',
      load: async () => (await import('./recurring-editor.tsx')).EditRecurringPage,
    },
    { path: '/settings', load: async () => (await import('./settings-page.tsx')).InvoiceSettingsPage },
    { path: '/:id/edit', load: async () => (await import('./invoice-editor.tsx')).EditInvoicePage },
    { path: '/:id', load: async () => (await import('./invoice-page.tsx')).InvoicePage },
  ],
  subplaces: [
    { path: '', name: () => t.invoices },
    { path: '/recurring', name: () => t.recurring },
    { path: '/credit-notes', name: () => t.creditNotes },
    { path: '/settings', name: () => t.settings },
  ],
};
