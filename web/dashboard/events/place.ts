import { Ticket } from 'lucide';
import type { Place } from '../place.ts';
import { shellTexts } from '../shell/texts.ts';
import { pageNames } from './page-names.ts';

export const events: Place = {
  path: 'events',
  name: () => shellTexts.events,
  icon: Ticket,
  scopes: ['events:read', 'tickets:read'],
  pages: [
    { path: '', load: async () => (await import('./events-page.tsx')).EventsPage },
    { path: '/new', load: async () => (await import('./new-event-page.tsx')).NewEventPage },
    { path: '/orders', load: async () => (await import('./all-orders-page.tsx')).AllOrdersPage },
    { path: '/orders/:id', load: async () => (await import('./order-page.tsx')).OrderPage },
    { path: '/tickets/:id', load: async () => (await import('./ticket-page.tsx')).TicketPage },
    { path: '/:id/orders', load: async () => (await import('./orders-page.tsx')).OrdersPage },
    { path: '/:id/attendees', load: async () => (await import('./attendees-page.tsx')).AttendeesPage },
    { path: '/:id/box-office', load: async () => (await import('./box-office-page.tsx')).BoxOfficePage },
    { path: '/:id/door', load: async () => (await import('./door-page.tsx')).DoorPage },
    { path: '/:id/promo-codes', load: async () => (await import('./promos-page.tsx')).PromosPage },
    { path: '/:id/waiting-list', load: async () => (await import('./waitlist-page.tsx')).WaitlistPage },
    { path: '/:id/settings', load: async () => (await import('./settings-page.tsx')).EventSettingsPage },
    { path: '/:id', load: async () => (await import('./event-page.tsx')).EventPage },
  ],
  subplaces: [
    { path: '', name: () => pageNames.events },
    { path: '/orders', name: () => pageNames.orders },
  ],
};
