import { CodeXml } from 'lucide';
import { shellTexts } from '../shell/texts.ts';
import type { Place } from '../place.ts';
import { placeTexts as t } from './texts.ts';

export const developers: Place = {
  path: 'developers',
  name: () => shellTexts.developers,
  icon: CodeXml,
  scopes: ['webhooks:read', 'keys:read', 'requests:read'],
  pages: [
    { path: '', load: async () => (await import('./quick-start-page.tsx')).QuickStartPage },
    { path: '/keys', load: async () => (await import('./keys/keys-page.tsx')).KeysPage },
    { path: '/keys/new', load: async () => (await import('./keys/new-key-page.tsx')).NewKeyPage },
    { path: '/webhooks', load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage },
    {
      path: '/webhooks/new',
      load: async () => (await import('./webhooks/new-endpoint-page.tsx')).NewEndpointPage,
    },
    { path: '/webhooks/:id', load: async () => (await import('./webhooks/endpoint-page.tsx')).EndpointPage },
    { path: '/messages', load: async () => (await import('./log/messages-page.tsx')).MessagesPage },
    { path: '/messages/:id', load: async () => (await import('./log/message-page.tsx')).MessagePage },
    { path: '/requests', load: async () => (await import('./log/requests-page.tsx')).RequestsPage },
    { path: '/requests/:id', load: async () => (await import('./log/request-page.tsx')).RequestPage },
    { path: '/events', load: async () => (await import('./log/events-page.tsx')).EventsPage },
    { path: '/tests', load: async () => (await import('./tests/tests-page.tsx')).TestsPage },
  ],
  subplaces: [
    { path: '', name: () => t.overview },
    { path: '/keys', name: () => t.keys },
    { path: '/webhooks', name: () => t.webhooks },
    { path: '/messages', name: () => t.messages },
    { path: '/requests', name: () => t.requests },
    { path: '/events', name: () => t.events },
    { path: '/tests', name: () => t.tests, scopes: ['shipping:write', 'payments:write'] },
  ],
};
