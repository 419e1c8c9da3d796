import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  isHonestRefusal,
  openCustomer,
  succeeded,
  type Answer,
  type Ask,
  type Customer,
} from './customer.ts';
import type { Chance } from './seed.ts';

export type Shopkeeping = {
  readonly shopkeepers: number;
  readonly key: string;
  readonly chance: Chance;
  readonly baseUrl: () => string;
  /** What each rests after every piece of work. */
  readonly restMs: number;
};

export type Shopkeepers = {
  /** Pieces of work that were done whole, by name. */
  readonly done: ReadonlyMap<string, number>;
  /** Anything but an answer of 2xx, an honest refusal or a broken connection. */
  readonly strange: readonly string[];
  readonly stop: () => Promise<void>;
};

const HOUR_MS = 3_600_000;

/** Refused although nobody is at fault: two work with the same goods, or an answer was lost and the work is done already. */
const HONEST: ReadonlySet<string> = new Set([
  'IDEMPOTENCY_IN_PROGRESS',
  'INSUFFICIENT_STOCK',
  'STATE_CONFLICT',
  'CASH_SESSION_ALREADY_OPEN',
  'CASH_SESSION_CLOSED',
  'TICKET_ALREADY_USED',
]);

/** Shopkeepers who sell, take back, count stock, open and close drawers, write invoices and take the money for them, and sell tickets at a door and let in who has one. */
export async function startShopkeepers({
  shopkeepers,
  key,
  chance,
  baseUrl,
  restMs,
}: Shopkeeping): Promise<Shopkeepers> {
  const strange: string[] = [];
  const done = new Map<string, number>();
  const state = { stopping: false };

  /** The thing that the answer shows; null where there was none. */
  async function ask(customer: Customer, request: Ask): Promise<Readonly<Record<string, unknown>> | null> {
    const answer = await customer.ask(baseUrl(), {
      ...request,
      ...(request.method === 'POST' ? { idempotencyKey: randomUUID() } : {}),
    });
    if (succeeded(answer)) return answer.body.data ?? {};
    if (!isHonest(answer)) strange.push(`${request.path}: ${answer.status} ${answer.body.error?.code}`);
    return null;
  }

  async function live(): Promise<void> {
    await using customer = openCustomer(key);
    const post = (path: string, body: object = {}) => ask(customer, { method: 'POST', path, body });
    const openDrawerOf = async (terminalId: string) =>
      (await ask(customer, { path: `/pos/cash-sessions?status=open&terminal_id=${terminalId}` }))?.['0'] as
        | Drawer
        | undefined;
    const goods = await stockUp(post);
    while (!state.stopping) {
      const [name, work] = chance.pick(Object.entries(WORKS));
      if (await work({ post, openDrawerOf, goods, chance })) done.set(name, (done.get(name) ?? 0) + 1);
      await pause(restMs);
    }
  }
  const lives = Promise.all(Array.from({ length: shopkeepers }, live));
  return {
    done,
    strange,
    async stop() {
      state.stopping = true;
      await lives;
    },
  };
}

const isHonest = (answer: Answer): boolean =>
  answer.broken !== null || isHonestRefusal(answer) || HONEST.has(answer.body.error?.code ?? '');

type Post = (path: string, body?: object) => Promise<Readonly<Record<string, unknown>> | null>;
type Drawer = { readonly id: string };
type Shift = {
  readonly post: Post;
  readonly openDrawerOf: (terminalId: string) => Promise<Drawer | undefined>;
  readonly goods: Goods;
  readonly chance: Chance;
};
type Goods = {
  readonly variantId: string;
  readonly terminalId: string;
  readonly eventId: string;
  readonly ticketTypeId: string;
};

/** Asked again until there is something to sell and a till to sell it at. */
async function stockUp(post: Post): Promise<Goods> {
  for (;;) {
    const product = await post('/pos/products', { name: `Rice ${randomUUID()}`, price: 150 });
    const [variant] = (product?.['variants'] ?? []) as readonly { readonly id: string }[];
    const terminal = variant && (await post('/pos/terminals', { name: 'Till' }));
    const stocked =
      terminal &&
      (await post('/pos/inventory/adjustments', {
        client_id: randomUUID(),
        items: [{ variant_id: variant.id, delta: 1_000, reason: 'initial' }],
      }));
    const event = stocked && (await post('/events', evening()));
    const [type] = (event?.['ticket_types'] ?? []) as readonly { readonly id: string }[];
    if (event && type)
      return {
        variantId: variant.id,
        terminalId: String(terminal['id']),
        eventId: String(event['id']),
        ticketTypeId: type.id,
      };
    await pause(100);
  }
}

/** An event that is under way, for whoever comes. */
function evening(): object {
  const nowMs = Date.now();
  return {
    name: 'Freetown Jazz',
    start_date: new Date(nowMs - HOUR_MS).toISOString(),
    end_date: new Date(nowMs + 12 * HOUR_MS).toISOString(),
    status: 'published',
    ticket_types: [{ name: 'Standard', price: 50, quantity_available: 1_000_000 }],
  };
}

const WORKS: Readonly<Record<string, (shift: Shift) => Promise<boolean>>> = {
  async sold({ post, goods, chance }) {
    return (
      (await post('/pos/sales', {
        client_id: randomUUID(),
        items: [{ variant_id: goods.variantId, quantity: chance.between(1, 3) }],
        payments: [{ channel: chance.pick(['cash', 'external']) }],
      })) !== null
    );
  },
  async 'taken back'({ post, goods }) {
    const sale = await post('/pos/sales', {
      client_id: randomUUID(),
      items: [{ variant_id: goods.variantId, quantity: 2 }],
      payments: [{ channel: 'cash' }],
    });
    return (
      sale !== null &&
      (await post(`/pos/sales/${String(sale['id'])}/refunds`, {
        client_id: randomUUID(),
        items: [{ line: 1, quantity: 1 }],
      })) !== null
    );
  },
  async 'let in'({ post, goods, chance }) {
    const order = await post(`/events/${goods.eventId}/orders`, {
      items: [{ ticket_type_id: goods.ticketTypeId, quantity: chance.between(1, 4) }],
      channel: 'pos',
      payment: { method: 'cash' },
    });
    const [ticket] = (order?.['tickets'] ?? []) as readonly { readonly qr: string }[];
    return (
      ticket !== undefined && (await post(`/events/${goods.eventId}/scans`, { code: ticket.qr })) !== null
    );
  },
  async 'put right'({ post, goods, chance }) {
    return (
      (await post('/pos/inventory/adjustments', {
        client_id: randomUUID(),
        items: [{ variant_id: goods.variantId, delta: chance.between(1, 20), reason: 'purchase' }],
      })) !== null
    );
  },
  async 'drawers closed'({ post, openDrawerOf, goods }) {
    await post('/pos/cash-sessions', { terminal_id: goods.terminalId, opening_float: 100 });
    // Opened just now, or earlier, where the answer to that or to the closing was lost.
    const drawer = await openDrawerOf(goods.terminalId);
    if (!drawer) return false;
    const { id } = drawer;
    await post('/pos/sales', {
      client_id: randomUUID(),
      items: [{ variant_id: goods.variantId, quantity: 1 }],
      payments: [{ channel: 'cash' }],
      cash_session_id: id,
    });
    return (
      (await post(`/pos/cash-sessions/${id}/close`, { counted: [{ tender: 'cash', amount: 250 }] })) !== null
    );
  },
  async 'invoices paid'({ post, chance }) {
    const invoice = await post('/invoices', {
      customer: { name: 'Fatmata Koroma' },
      tax_rate: 15,
      items: [{ description: 'Posters', quantity: chance.between(1, 30), unit_price: 12.5 }],
    });
    if (!invoice || !(await post(`/invoices/${String(invoice['id'])}/finalize`))) return false;
    return (await post(`/invoices/${String(invoice['id'])}/pay`, { channel: 'cash' })) !== null;
  },
};
