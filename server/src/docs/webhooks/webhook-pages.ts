import {
  eventCatalogue,
  eventKinds,
  eventSubscriptions,
  operations,
  type EventKind,
} from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import { guidePath, kindPath, operationPath, slugOf } from '../addresses.ts';
import type { DocPage } from '../doc-page.ts';
import { codeBlock } from '../highlight.ts';
import { propertyList } from '../reference/property-list.ts';
import type { JsonSchema } from '../reference/schema-words.ts';
import { words } from '../words.ts';

/** A page for every kind of event, and the catalogue that lists them. */
export function webhookPages(): readonly DocPage[] {
  return [listPage, ...eventKinds.map(kindPage)];
}

const AREAS: Readonly<Record<string, string>> = {
  shipping: 'Shipping',
  cod: 'Cash on delivery',
  webhooks: 'Webhooks',
  webhook: 'Webhooks',
  payment: 'Payments',
  refund: 'Payments',
  payment_link: 'Payments',
  payout: 'Payouts and reconciliation',
  reconciliation: 'Payouts and reconciliation',
  customer: 'Customers',
  pos: 'Point of sale',
  invoice: 'Invoices',
  credit_note: 'Invoices',
  event: 'Events and tickets',
  ticket_type: 'Events and tickets',
  ticket_order: 'Events and tickets',
  ticket: 'Events and tickets',
  waitlist: 'Events and tickets',
};

const areaOf = (kind: EventKind): string => AREAS[kind.split('.', 1)[0] ?? ''] ?? 'Others';

const areas = [...new Set(eventKinds.map(areaOf))].map((area) => ({
  area,
  kinds: eventKinds.filter((kind) => areaOf(kind) === area),
}));

const listPage: DocPage = {
  path: '/docs/webhooks',
  title: 'Webhook catalogue',
  section: 'webhooks',
  show: () => ({
    main: html`<h1>Webhook catalogue</h1>
<p class="lead">What Cottontree sends to your server when something happened: ${eventKinds.length} kinds of events, each signed, and sent again until your server has it.</p>
<ul class="plain"><li><a href="${guidePath('webhooks')}">The guide</a> tells how to register an endpoint, <a href="${guidePath('webhooks')}#verify-the-signature">verify the signature</a> and live with repeats.</li>
<li><a href="${operationPath(operations.createWebhook)}">Register an endpoint</a>, <a href="${operationPath(operations.testWebhook)}">send it a test</a>, or <a href="${operationPath(operations.pollWebhookMessages)}">poll</a> where nothing can reach you.</li></ul>
${areas.map(({ area, kinds }) => html`<h2 id="${slugOf(area)}">${area}<a class="anchor" href="#${slugOf(area)}" aria-label="Link to this part">#</a></h2><ul class="errors">${kinds.map(listed)}</ul>`)}`,
    headings: areas.map(({ area }) => ({ level: 2, id: slugOf(area), text: area })),
    description: 'Every kind of event with its payload and an example.',
  }),
};

function listed(kind: EventKind): Html {
  const { summary, default: byDefault } = eventCatalogue[kind];
  return html`<li><p class="prop"><a href="${kindPath(kind)}"><code>${kind}</code></a>${byDefault ? null : html` <span class="type">only by name</span>`}</p><p>${words(summary)}</p></li>`;
}

function kindPage(kind: EventKind): DocPage {
  const { summary, data, example, default: byDefault } = eventCatalogue[kind];
  const body = { event: kind, livemode: false, created: 1795255900, data: { object: example } };
  return {
    path: kindPath(kind),
    title: kind,
    section: 'webhooks',
    show: () => ({
      main: html`<p class="crumbs"><a href="/docs/webhooks">Webhooks</a></p>
<h1 class="mono">${kind}</h1>
<p class="lead">${words(summary)}</p>
<dl class="facts"><div><dt>Sent to</dt><dd>${byDefault ? html`endpoints that subscribe to it by name${wildcardOf(kind)}, or to <code>*</code>` : 'endpoints that subscribe to it by name, and to no others'}</dd></div>
<div><dt>Order</dt><dd>what happened to one thing is told in order where the endpoint is <code>ordered</code>; else go by the state in the body, not by which came first</dd></div>
<div><dt>Repeats</dt><dd>the same message has the same <code>webhook-id</code>: drop what you have seen</dd></div>
<div><dt>Answer</dt><dd>status 200 within 10 seconds, and do the work afterwards; anything else is tried again</dd></div></dl>
<section><h2 id="payload">Payload</h2><p><code>data.object</code> holds, in this order:</p>${propertyList(data as JsonSchema, { input: false })}</section>
<section><h2 id="headers">Headers</h2>${headerList}</section>
<section><h2 id="verify">Verify it</h2><p>Verify <code>webhook-signature</code> over the raw bytes of the body before you parse it, and refuse what is older than five minutes. With the client it is one call:</p>${codeBlock('ts', VERIFY)}<p>The guide has <a href="${guidePath('webhooks')}#verify-the-signature">verifiers in TypeScript, Python, PHP and Go</a> that need nothing installed, with a vector to try them.</p></section>`,
      aside: html`<h2 class="answer-line">Request to your server</h2>${codeBlock('json', JSON.stringify(body, null, 2), 'The body')}`,
      headings: [],
      description: summary.replaceAll('`', ''),
    }),
  };
}

function wildcardOf(kind: EventKind): Html | null {
  const wildcard = eventSubscriptions.find((one) => one === `${kind.split('.', 1)[0] ?? ''}.*`);
  return wildcard === undefined ? null : html`, to <code>${wildcard}</code>`;
}

const HEADERS: readonly (readonly [string, string])[] = [
  ['webhook-id', 'Id of the message, the same whenever it is sent again.'],
  ['webhook-timestamp', 'Unix time in seconds of this attempt.'],
  [
    'webhook-signature',
    '`v1,` and base64 HMAC-SHA256 of `id.timestamp.body`, under the bytes that the base64 after `whsec_` stands for.',
  ],
  [
    'X-Service-Signature',
    'Hex HMAC-SHA256 of the raw body, under the bytes of the whole secret as text, `whsec_` included.',
  ],
  ['X-Service-Event', 'The kind of event.'],
  ['X-Service-Delivery', 'Id of this message for this endpoint.'],
  ['X-Service-Attempt', 'Counts from 1.'],
];
const headerList = html`<ul class="props">${HEADERS.map(([name, tells]) => html`<li><p class="prop"><code>${name}</code></p><p>${words(tells)}</p></li>`)}</ul>`;

const VERIFY = `import { constructEvent } from '@cottontree/client';

const event = await constructEvent(rawBody, request.headers, secret);
if (event.event === 'payment.succeeded') console.log(event.data.object);`;
