import { operations, type OperationId } from '@cottontree/contract';
import { html, type Html } from '../kernel/web/html.ts';
import { allOperations, guidePath, operationPath } from './addresses.ts';
import type { DocPage } from './doc-page.ts';
import { codeBlock } from './highlight.ts';

type Task = {
  readonly name: string;
  readonly tells: string;
  readonly guide: string;
  readonly calls: readonly OperationId[];
};

/** What people come for, each with its guide and the calls it takes. */
const TASKS: readonly Task[] = [
  {
    name: 'Take a payment',
    tells: 'Mobile money, card, bank or cash, by a call or by a link that you send.',
    guide: 'payments',
    calls: ['createPayment', 'createPaymentLink', 'createRefund'],
  },
  {
    name: 'Ship a parcel',
    tells: 'A quote, a delivery, a code at each door, and where it is now.',
    guide: 'shipping',
    calls: ['getQuote', 'createDelivery', 'trackDelivery'],
  },
  {
    name: 'Sell tickets',
    tells: 'An event, ticket types, orders that never sell a place twice, and the door.',
    guide: 'ticket-sales',
    calls: ['createEvent', 'createTicketOrder', 'scanTicket'],
  },
  {
    name: 'Send an invoice',
    tells: 'Numbers without a gap, a page to pay at, reminders, credit notes.',
    guide: 'invoices',
    calls: ['createInvoice', 'sendInvoice', 'payInvoice'],
  },
  {
    name: 'Sell at the till',
    tells: 'Products, stock, sales with a network and without one, drawers, receipts.',
    guide: 'pos',
    calls: ['createProduct', 'createSale', 'refundSale'],
  },
  {
    name: 'Hear what happened',
    tells: 'Signed webhooks for everything, sent again until you have them.',
    guide: 'webhooks',
    calls: ['createWebhook', 'testWebhook', 'pollWebhookMessages'],
  },
];

/** Where one begins: by what one wants to do. */
export function frontPage(baseUrl: () => string): DocPage {
  return {
    path: '/docs',
    title: 'Documentation',
    section: 'start',
    show: () => ({
      main: html`<h1>Build with Cottontree</h1>
<p class="lead">Payments, parcels, tickets, tills and invoices behind one API. Guides tell how things belong together; the reference has each of the ${allOperations.length} operations with an example.</p>
<ul class="tasks">${TASKS.map(task)}</ul>
<h2 id="first-call">The first call</h2>
<p>Sign in to the <a href="/dashboard/developers">dashboard</a> and make a test key under Developers, or take the one that <code>npm start</code> printed. Test keys see only test data and cause no message, charge or courier.</p>
${codeBlock('sh', firstCall(baseUrl()))}
<p>Every answer is an envelope: <code>success</code> with <code>data</code>, or <code>error</code> with a <a href="/docs/errors">code</a> that never changes its meaning, a sentence that says what would work, and a link to the page that explains it.</p>
<h2 id="know-first">What to know first</h2>
<ul class="plain">
<li><a href="${guidePath('conventions')}">Conventions</a>: keys, idempotency, lists, money, times and limits, the same everywhere.</li>
<li><a href="/docs/webhooks">Webhook catalogue</a>: each kind of event with its payload, and how to verify it.</li>
<li><a href="/docs/errors">Errors</a>: every code with its cause and its cure.</li>
<li><a href="${guidePath('payments')}#test-mode">Test mode</a>: numbers that pay, decline and time out; a clock you can move.</li>
<li><a href="/docs/changelog">Changelog</a>: what is new. Nothing in <code>/v1</code> is ever renamed or dropped.</li>
</ul>`,
      headings: [],
      description: 'Guides and reference of the Cottontree API.',
    }),
  };
}

function task({ name, tells, guide, calls }: Task): Html {
  return html`<li><h2><a href="${guidePath(guide)}">${name}</a></h2><p>${tells}</p><ul>${calls.map((id) => html`<li><a href="${operationPath(operations[id])}">${operations[id].summary.replace(/\.$/, '').replaceAll('`', '')}</a></li>`)}</ul></li>`;
}

function firstCall(baseUrl: string): string {
  return `curl "${baseUrl}/v1/shipping/quote?pickup_city=Freetown&delivery_city=Lumley&weight_kg=1.5" \\
  -H "Authorization: Bearer sk_test_YOUR_KEY"`;
}
