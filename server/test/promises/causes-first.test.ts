import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe, type Probe, type ProbeInput } from '../kit/probe.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { RepeatStage } from '../kit/repeatable/repeatable.ts';
import { tell } from '../kit/seed.ts';

let stage: RepeatStage;
let probe: Probe;

beforeAll(async () => {
  stage = await openStage();
  probe = createProbe(stage.service.baseUrl);
});
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);

type Told = {
  readonly kind: string;
  readonly entity: string;
  readonly sequence: number;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** What money is for, and what comes of it there. */
const SUBJECTS = ['invoice_id', 'sale_id', 'ticket_order_id'] as const;
const OUTCOMES = [
  'invoice.paid',
  'invoice.partially_paid',
  'pos.sale.completed',
  'ticket_order.paid',
  'ticket.issued',
] as const;
const COMES_OF_MONEY: ReadonlySet<string> = new Set(OUTCOMES);

/** Goods count as given back when their money is. */
const GIVEN_BACK = 'pos.sale.refunded';

/** Such a request leaves its messages, too. */
const PAYER_REFUSES = 402;

/** Which of two messages of one request must stand first, where one of them must. */
function mustPrecede(first: Told, second: Told): boolean {
  if (first.entity === second.entity && first.kind.split('.')[0] === second.kind.split('.')[0])
    return first.sequence < second.sequence;
  if (first.kind.startsWith('refund.') && second.kind === GIVEN_BACK)
    return (second.facts['payments'] as readonly { readonly id: string }[]).some(
      ({ id }) => id === first.facts['payment_id'],
    );
  const subjects = SUBJECTS.map((field) => first.facts[field]).filter((id) => typeof id === 'string');
  return (
    first.kind.startsWith('payment.') &&
    COMES_OF_MONEY.has(second.kind) &&
    subjects.some((id) => id === second.entity || id === second.facts['order_id'])
  );
}

/** The messages that one request leaves in the outbox, in their order. */
async function toldBy(
  id: (typeof writing)[number],
  make: () => Promise<ProbeInput>,
  key: string,
): Promise<readonly Told[]> {
  const input = await make();
  const [last] = await stage.service.query('SELECT coalesce(max(id), 0) AS id FROM outbox');
  const seen = await probe.ask(id, { key: stage.shop.key, ...input, headers: { 'idempotency-key': key } });
  expect([200, 201, 202, PAYER_REFUSES], `${id}: ${seen.text}`).toContain(seen.status);
  return (await stage.service.query(
    'SELECT kind, entity, sequence, facts FROM outbox WHERE id > $1 ORDER BY id',
    [last?.['id']],
  )) as unknown as readonly Told[];
}

test(
  'whatever a request tells, it tells causes before what comes of them',
  { timeout: 300_000 },
  async () => {
    const wrong: string[] = [];
    const pairs = new Set<string>();
    let requests = 0;
    for (const id of writing) {
      const { request, outside = {} } = repeatable[id] ?? expect.fail(`${id} has no case`);
      for (const make of [request, ...Object.values(outside)]) {
        requests += 1;
        const told = await toldBy(id, make, `causes-${requests}`);
        told.forEach((one, at) =>
          told.forEach((other, place) => {
            if (!mustPrecede(one, other)) return;
            pairs.add(`${one.kind} → ${other.kind}`);
            if (at > place) wrong.push(`${id}: ${other.kind} stands before ${one.kind}`);
          }),
        );
      }
    }
    expect(wrong).toEqual([]);
    // Money that is there at once, on each of what it can be for.
    for (const outcome of OUTCOMES) expect([...pairs]).toContain(`payment.succeeded → ${outcome}`);
    expect([...pairs]).toContain(`refund.succeeded → ${GIVEN_BACK}`);
    tell(`causes first: ${pairs.size} kinds of pairs in ${requests} requests`);
  },
);

test('whatever is told of one thing under one version is one state of it', async () => {
  const rows = (await stage.service.query(
    `SELECT a.kind AS one, b.kind AS other, a.facts AS before, b.facts AS after FROM outbox a JOIN outbox b USING (merchant_id, livemode, entity)
     WHERE a.id < b.id AND a.facts ->> 'id' = b.facts ->> 'id' AND a.facts ->> 'version' = b.facts ->> 'version' AND a.facts <> b.facts`,
  )) as unknown as readonly {
    readonly one: string;
    readonly other: string;
    readonly before: Told['facts'];
    readonly after: Told['facts'];
  }[];
  const differing = rows.map(({ one, other, before, after }) => {
    const fields = Object.keys({ ...before, ...after }).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    return `${one} and ${other}: ${fields.join(', ')}`;
  });
  const [looked] = await stage.service.query(
    `SELECT count(*)::int AS facts, count(DISTINCT split_part(kind, '.', 1))::int AS sorts FROM outbox WHERE facts ? 'version'`,
  );
  tell(`versions: ${String(looked?.['facts'])} messages of ${String(looked?.['sorts'])} sorts`);
  expect([...new Set(differing)]).toEqual([]);
  expect(Number(looked?.['sorts'])).toBeGreaterThan(3);
});
