import type { Event, Input, Invoice, Operations, Payment, PaymentLink } from '@cottontree/contract';
import { startService, type TestMerchant, type TestService } from './service.ts';

/** A merchant whose customers pay on pages. */
export type ShopPages = AsyncDisposable & {
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** Without a trailing slash. */
  readonly origin: string;
  readonly payment: (fields?: object) => Promise<Payment & { readonly path: string }>;
  readonly link: (fields?: object) => Promise<PaymentLink & { readonly path: string }>;
  readonly event: (fields?: object) => Promise<Event & { readonly path: string }>;
  /** Finalised. */
  readonly invoice: (fields?: object) => Promise<Invoice & { readonly path: string }>;
  /** What a form of a page would send, from the page itself. */
  readonly post: (
    path: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Response>;
};

const EVENT: Input<Operations['createEvent']>['body'] = {
  name: 'Freetown Jazz',
  venue: 'National Stadium',
  address: 'Syke Street, Freetown',
  description: 'An evening with the best of the city.\n\nBring your friends.',
  start_date: '2094-01-20T18:00:00Z',
  end_date: '2094-01-20T23:00:00Z',
  doors_open: '2094-01-20T17:00:00Z',
  refund_policy: 'Until three days before, your money comes back.',
  status: 'published',
  ticket_types: [
    { name: 'Regular', price: 50, quantity_available: 100 },
    { name: 'VIP', price: 250.5, quantity_available: 5, description: 'With a seat in front.' },
  ],
};

const INVOICE: Input<Operations['createInvoice']>['body'] = {
  customer: {
    name: 'Fatmata Koroma',
    email: 'fatmata@example.sl',
    phone: '+23276555010',
    address: '5 Wilkinson Road, Freetown',
  },
  tax_rate: 15,
  po_number: 'PO-77',
  finalize: true,
  notes: 'Thank you for your business.',
  terms: 'Payment within 14 days.\nGoods remain ours until they are paid.',
  items: [
    { description: 'Posters, A2', quantity: 20, unit_price: 15 },
    {
      description: 'Design, per hour',
      quantity: 2.5,
      unit_price: 80,
      discount: { type: 'percent', value: 10 },
    },
  ],
};

/** Starts a service with a shop called Aminata Stores. */
export async function openShopPages(): Promise<ShopPages> {
  const service = await startService();
  const shop = await service.merchant({ name: 'Aminata Stores' });
  const origin = service.server.baseUrl;
  await untilAdmitted(origin);
  const pathOf = (url: string): string => new URL(url).pathname;
  return {
    service,
    shop,
    origin,
    async payment(fields = {}) {
      const { data } = await shop.client.createPayment({
        body: {
          amount: 150,
          channel: 'mobile_money',
          description: 'Order 1042',
          reference: 'ORD-1042',
          customer: { name: 'Fatmata Koroma', phone: '076 555010' },
          ...fields,
        },
      });
      return { ...data, path: pathOf(data.pay_url) };
    },
    async link(fields = {}) {
      const { data } = await shop.client.createPaymentLink({
        body: {
          type: 'fixed',
          amount: 350,
          title: 'School fees, second term',
          description: 'Form 3',
          ...fields,
        },
      });
      return { ...data, path: pathOf(data.url) };
    },
    async event(fields = {}) {
      const { data } = await shop.client.createEvent({ body: { ...EVENT, ...fields } });
      return { ...data, path: `/e/${data.id}` };
    },
    async invoice(fields = {}) {
      const { data } = await shop.client.createInvoice({ body: { ...INVOICE, ...fields } });
      return { ...data, path: pathOf(data.hosted_url ?? '') };
    },
    post: (path, form, headers = {}) =>
      fetch(origin + path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { accept: 'text/html', ...headers },
        redirect: 'manual',
      }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** A machine that has just compiled all tests is too busy for a moment, and the door says so. */
async function untilAdmitted(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await fetch(`${origin}/track`)).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
