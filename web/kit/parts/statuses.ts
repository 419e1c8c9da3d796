/** What a status means to whoever looks, and the shape that says it without colour. */
export type Meaning = 'idle' | 'move' | 'wait' | 'good' | 'bad' | 'back';
export type Glyph =
  | 'dashed'
  | 'quarter'
  | 'half'
  | 'most'
  | 'ring'
  | 'tick'
  | 'ringed-tick'
  | 'dash'
  | 'cross'
  | 'bang'
  | 'return';
type Look = readonly [Meaning, Glyph];

const dash: Look = ['idle', 'dash'];
const draft: Look = ['idle', 'dashed'];
const open: Look = ['good', 'ring'];
const tick: Look = ['good', 'tick'];
const ended: Look = ['good', 'ringed-tick'];
const cross: Look = ['bad', 'cross'];
const halfWay: Look = ['wait', 'half'];
const bang: Look = ['wait', 'bang'];
const returned: Look = ['back', 'return'];

/** Every status of everything that has one, by the API's own words. */
export const statuses = {
  delivery: {
    pending: draft,
    assigned: ['move', 'quarter'],
    picked_up: ['move', 'half'],
    in_transit: ['move', 'most'],
    delivered: tick,
    completed: ended,
    failed: cross,
    cancelled: dash,
  },
  cod: {
    none: dash,
    to_collect: ['wait', 'dashed'],
    collected: halfWay,
    deposited: ['move', 'most'],
    settled: tick,
    disputed: ['bad', 'bang'],
  },
  event: { draft, published: open, completed: ended, cancelled: dash },
  ticket_type: { hidden: draft, active: open, paused: halfWay, archived: dash },
  order: {
    held: ['wait', 'dashed'],
    awaiting_payment: halfWay,
    paid: tick,
    expired: dash,
    cancelled: dash,
    refund_pending: ['back', 'half'],
    partially_refunded: ['back', 'half'],
    refunded: returned,
  },
  waitlist: { waiting: ['wait', 'dashed'], offered: halfWay, accepted: tick, expired: dash, removed: dash },
  ticket: { valid: open, used: ended, void: dash, blocked: cross },
  sale: {
    parked: draft,
    open: ['move', 'ring'],
    pending_payment: halfWay,
    completed: tick,
    voided: dash,
    cancelled: dash,
    expired: dash,
    partially_refunded: ['back', 'half'],
    refunded: returned,
  },
  cash_session: { open, closing: halfWay, closed: ['idle', 'ringed-tick'] },
  invoice: {
    draft,
    open: ['move', 'ring'],
    partially_paid: halfWay,
    paid: tick,
    void: dash,
    uncollectible: cross,
    overdue: ['bad', 'bang'],
  },
  payment: {
    created: draft,
    requires_action: bang,
    processing: ['move', 'half'],
    succeeded: tick,
    failed: cross,
    cancelled: dash,
    expired: dash,
  },
  refund: { pending: ['back', 'half'], succeeded: returned, failed: cross, cancelled: dash },
  link: { active: open, inactive: draft, expired: dash, completed: ended },
  webhook: { pending: ['wait', 'dashed'], succeeded: tick, failed: cross, skipped: dash },
  endpoint: { active: open, rotating: halfWay, disabled: dash, auto_disabled: ['bad', 'bang'] },
  key: { active: open, rotating: halfWay, expired: dash, revoked: dash },
  claim: { open: ['wait', 'dashed'], approved: tick, rejected: cross, withdrawn: dash },
  payout: { pending: ['wait', 'half'], paid: tick, failed: cross },
  import: { queued: draft, running: ['move', 'half'], done: tick, failed: cross, cancelled: dash },
  import_row: { waiting: draft, created: tick, failed: cross, cancelled: dash },
  job: { running: ['move', 'half'], completed: tick, cancelled: dash },
  recurring: { active: open, paused: halfWay, ended: dash },
  credit: { none: dash, pending: ['back', 'half'], returned, failed: cross, kept: tick },
  notice: { queued: draft, sent: ['move', 'ring'], delivered: tick, failed: cross, skipped: dash },
  deposit: { declared: ['wait', 'dashed'], counted: tick, disputed: ['bad', 'bang'], resolved: ended },
  pairing: { none: dash, waiting: ['wait', 'dashed'], paired: tick, expired: dash, revoked: dash },
  stock_count: { open: ['move', 'ring'], submitted: tick, cancelled: dash },
  stock_transfer: { sent: ['move', 'half'], received: tick, cancelled: dash },
  fiscal: { none: dash, pending: ['wait', 'dashed'], signed: tick, failed: cross },
  provider: { active: open, paused: halfWay },
  rate_card: { draft, published: open, retired: dash },
  incident: { open: bang, resolved: tick },
  member: { active: open, invited: ['wait', 'dashed'], suspended: dash, expired: dash },
  product: { active: open, inactive: dash, archived: dash },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Look>>>>;

export type StatusOf = keyof typeof statuses;

/** How a status looks; one that this version does not know is told in words beside a plain ring. */
export function lookOf(of: StatusOf, status: string): Look {
  const known: Readonly<Record<string, Look>> = statuses[of];
  return known[status] ?? ['idle', 'ring'];
}
