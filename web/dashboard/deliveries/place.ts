import { Package } from 'lucide';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';
import { deliveriesTexts as t } from './texts.ts';

const IN_MOTION = 'pending,assigned,picked_up,in_transit';

export const deliveries: Place = {
  path: 'deliveries',
  name: () => shellTexts.deliveries,
  icon: Package,
  scopes: ['shipping:read', 'ledger:read', 'reports:read'],
  useWaiting() {
    const { answer } = useCall(
      client.listDeliveries,
      may('shipping:read') ? { query: { status: IN_MOTION, limit: 1 } } : null,
    );
    return answer ? { count: answer.meta.total, words: t.inMotionNow(answer.meta.total) } : null;
  },
  pages: [
    { path: '', load: async () => (await import('./deliveries-page.tsx')).DeliveriesPage },
    { path: '/new', load: async () => (await import('./new-delivery-page.tsx')).NewDeliveryPage },
    { path: '/labels', load: async () => (await import('./labels-page.tsx')).LabelsPage },
    { path: '/track', load: async () => (await import('./track-page.tsx')).TrackPage },
    { path: '/addresses', load: async () => (await import('./addresses-page.tsx')).AddressesPage },
    { path: '/addresses/new', load: async () => (await import('./address-page.tsx')).NewAddressPage },
    { path: '/addresses/:id', load: async () => (await import('./address-page.tsx')).AddressPage },
    { path: '/imports', load: async () => (await import('./imports-page.tsx')).ImportsPage },
    { path: '/imports/new', load: async () => (await import('./new-import-page.tsx')).NewImportPage },
    { path: '/imports/:id', load: async () => (await import('./import-page.tsx')).ImportPage },
    { path: '/claims', load: async () => (await import('./claims-page.tsx')).ClaimsPage },
    { path: '/claims/new', load: async () => (await import('./new-claim-page.tsx')).NewClaimPage },
    { path: '/claims/:id', load: async () => (await import('./claim-page.tsx')).ClaimPage },
    { path: '/cash', load: async () => (await import('./cash-page.tsx')).CashPage },
    { path: '/reports', load: async () => (await import('./reports-page.tsx')).ReportsPage },
    { path: '/messages', load: async () => (await import('./messages-page.tsx')).MessagesPage },
    { path: '/zones', load: async () => (await import('./zones-page.tsx')).ZonesPage },
    { path: '/zones/:id', load: async () => (await import('./zone-page.tsx')).ZonePage },
    { path: '/:jobNumber', load: async () => (await import('./delivery-page.tsx')).DeliveryPage },
    {
      path: '/:jobNumber/edit',
      load: async () => (await import('./edit-delivery-page.tsx')).EditDeliveryPage,
    },
    { path: '/:jobNumber/redeliver', load: async () => (await import('./redeliver-page.tsx')).RedeliverPage },
  ],
  subplaces: [
    { path: '', name: () => shellTexts.deliveries },
    { path: '/addresses', name: () => t.addresses },
    { path: '/imports', name: () => t.imports },
    { path: '/claims', name: () => t.claims },
    { path: '/cash', name: () => t.cash },
    { path: '/reports', name: () => t.reports },
    { path: '/messages', name: () => t.messages },
    { path: '/zones', name: () => t.zones },
  ],
};
