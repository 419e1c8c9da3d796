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
export type Look = readonly [Meaning, Glyph];

const dash: Look = ['idle', 'dash'];
const draft: Look = ['idle', 'dashed'];
const open: Look = ['good', 'ring'];
const tick: Look = ['good', 'tick'];
const ended: Look = ['good', 'ringed-tick'];
const cross: Look = ['bad', 'cross'];
const expected: Look = ['wait', 'dashed'];
const halfWay: Look = ['wait', 'half'];
const bang: Look = ['wait', 'bang'];
const begun: Look = ['move', 'ring'];
const moving: Look = ['move', 'half'];
const goingBack: Look = ['back', 'half'];
const returned: Look = ['back', 'return'];

/**
 * Every status of everything that shows one as a badge, in the order in which it is told: the lists of the contract, filters,
 * badges and the checks of the tables follow this one.
 */
export const statuses = {
  delivery: {
    pending: draft,
    assigned: ['move', 'quarter'],
    picked_up: moving,
    in_transit: ['move', 'most'],
    delivered: tick,
    completed: ended,
    cancelled: dash,
    failed: cross,
  },
  cod: {
    none: dash,
    to_collect: expected,
    collected: halfWay,
    deposited: ['move', 'most'],
    settled: tick,
    disputed: ['bad', 'bang'],
  },
  claim: { open: expected, approved: tick, rejected: cross, withdrawn: dash },
  deposit: { declared: expected, counted: tick, disputed: ['bad', 'bang'], resolved: ended },
  import: { queued: draft, running: moving, done: tick, failed: cross, cancelled: dash },
  import_row: { waiting: draft, created: tick, failed: cross, cancelled: dash },
  rate_card: { draft, published: open, retired: dash },
  incident: { open: bang, resolved: tick },
  event: { draft, published: open, cancelled: dash, completed: ended },
  ticket_type: { active: open, hidden: draft, paused: halfWay, archived: dash },
  order: {
    held: expected,
    awaiting_payment: halfWay,
    paid: tick,
    partially_refunded: goingBack,
    refunded: returned,
    refund_pending: goingBack,
    expired: dash,
    cancelled: dash,
  },
  waitlist: { waiting: expected, offered: halfWay, accepted: tick, expired: dash, removed: dash },
  ticket: { valid: open, used: ended, void: dash, blocked: cross },
  sale: {
    parked: draft,
    open: begun,
    pending_payment: halfWay,
    completed: tick,
    cancelled: dash,
    expired: dash,
    voided: dash,
    partially_refunded: goingBack,
    refunded: returned,
  },
  cash_session: { open, closing: halfWay, closed: ['idle', 'ringed-tick'] },
  fiscal: { none: dash, pending: expected, signed: tick, failed: cross },
  stock_count: { open: begun, submitted: tick, cancelled: dash },
  stock_transfer: { sent: moving, received: tick, cancelled: dash },
  invoice: { draft, open: begun, partially_paid: halfWay, paid: tick, void: dash, uncollectible: cross },
  recurring: { active: open, paused: halfWay, ended: dash },
  credit: { none: dash, pending: goingBack, returned, failed: cross, kept: tick },
  payment: {
    created: draft,
    requires_action: bang,
    processing: moving,
    succeeded: tick,
    failed: cross,
    cancelled: dash,
    expired: dash,
  },
  refund: { pending: goingBack, succeeded: returned, failed: cross, cancelled: dash },
  link: { active: open, inactive: draft, expired: dash, completed: ended },
  payout: { pending: halfWay, paid: tick, failed: cross },
  provider: { active: open, paused: halfWay },
  webhook: { pending: expected, succeeded: tick, failed: cross, skipped: dash },
  endpoint: { active: open, disabled: dash, auto_disabled: ['bad', 'bang'] },
  job: { running: moving, completed: tick, cancelled: dash },
  notice: { queued: draft, sent: begun, delivered: tick, failed: cross, skipped: dash },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Look>>>>;

export type StatusOf = keyof typeof statuses;
export type StatusIn<Of extends StatusOf> = keyof (typeof statuses)[Of] & string;
type Status = { [Of in StatusOf]: StatusIn<Of> }[StatusOf];
type Moves = { readonly [Of in StatusOf]?: Readonly<Record<StatusIn<Of>, readonly StatusIn<Of>[]>> };

/** Where things go from each status, as far as statements and decisions ask here; who may move a delivery stands in shipping/states.ts. */
export const statusMoves = {
  claim: { open: ['approved', 'rejected', 'withdrawn'], approved: [], rejected: [], withdrawn: [] },
  // A parked sale that is paid for or given up is opened by that; an expired one is completed by money that comes late, while there is stock.
  sale: {
    parked: ['open', 'pending_payment', 'completed', 'cancelled'],
    open: ['parked', 'pending_payment', 'completed', 'cancelled'],
    pending_payment: ['completed', 'open', 'expired'],
    completed: ['voided', 'partially_refunded', 'refunded'],
    cancelled: [],
    expired: ['completed'],
    voided: [],
    partially_refunded: ['partially_refunded', 'refunded'],
    refunded: [],
  },
} as const satisfies Moves;
type Moving = keyof typeof statusMoves;

/** The words of statuses for people, in English and Krio; a status without its words does not compile. */
export const statusWords = {
  pending: ['Pending', 'De wet'],
  assigned: ['Assigned', 'Dɔn gi'],
  picked_up: ['Picked up', 'Dɔn pik'],
  in_transit: ['In transit', 'De kam'],
  delivered: ['Delivered', 'Dɔn gi dɛn'],
  completed: ['Completed', 'Dɔn dɔn'],
  failed: ['Failed', 'Fel'],
  cancelled: ['Cancelled', 'Dɔn kansul'],
  none: ['None', 'Natin'],
  to_collect: ['To collect', 'Fɔ kɔlɛkt'],
  collected: ['Collected', 'Dɔn kɔlɛkt'],
  deposited: ['Deposited', 'Dɔn put dɔŋ'],
  settled: ['Settled', 'Dɔn sɛtul'],
  disputed: ['Disputed', 'Plaba de'],
  draft: ['Draft', 'Draft'],
  published: ['Published', 'De na do'],
  hidden: ['Hidden', 'Ayd'],
  archived: ['Archived', 'Dɔn put away'],
  paused: ['Paused', 'Wet smɔl'],
  active: ['Active', 'De wok'],
  expired: ['Expired', 'Tɛm dɔn pas'],
  held: ['Held', 'Wi kip am'],
  awaiting_payment: ['Awaiting payment', 'De wet fɔ pe'],
  paid: ['Paid', 'Dɔn pe'],
  refund_pending: ['Refund pending', 'Mɔni fɔ go bak'],
  partially_refunded: ['Partly refunded', 'Gi sɔm bak'],
  refunded: ['Refunded', 'Gi bak'],
  void: ['Void', 'Nɔ gud igen'],
  valid: ['Valid', 'Gud'],
  used: ['Used', 'Dɔn yuz'],
  blocked: ['Blocked', 'Blɔk'],
  parked: ['Parked', 'Pak'],
  voided: ['Voided', 'Pul'],
  open: ['Open', 'Opin'],
  pending_payment: ['Awaiting payment', 'De wet fɔ pe'],
  closed: ['Closed', 'Lɔk'],
  closing: ['Closing', 'De lɔk'],
  partially_paid: ['Partly paid', 'Pe sɔm'],
  uncollectible: ['Uncollectible', 'Wi nɔ go gɛt am'],
  created: ['Created', 'Dɔn mek'],
  processing: ['Processing', 'De wok pan am'],
  requires_action: ['Requires action', 'Nid sɔntin'],
  succeeded: ['Succeeded', 'I waka'],
  inactive: ['Inactive', 'Nɔ de wok'],
  skipped: ['Skipped', 'Jomp'],
  disabled: ['Disabled', 'ɔf'],
  auto_disabled: ['Stopped by us', 'Wi dɔn stɔp am'],
  done: ['Done', 'Dɔn'],
  waiting: ['Waiting', 'De wet'],
  ended: ['Ended', 'Dɔn dɔn'],
  returned: ['Returned', 'Dɔn go bak'],
  kept: ['Kept', 'Dɔn kip'],
  sent: ['Sent', 'Dɔn sɛn'],
  declared: ['Declared', 'Dɔn tɔk'],
  counted: ['Counted', 'Dɔn kawnt'],
  resolved: ['Resolved', 'Dɔn sɛtul'],
  received: ['Received', 'Dɔn gɛt'],
  signed: ['Signed', 'Dɔn sayn'],
  retired: ['Retired', 'Nɔ de yuz igen'],
  submitted: ['Submitted', 'Dɔn sɛn'],
  approved: ['Approved', 'Dɛn gri'],
  rejected: ['Rejected', 'Dɛn nɔ gri'],
  withdrawn: ['Withdrawn', 'Dɔn tek bak'],
  queued: ['Queued', 'De layn'],
  offered: ['Offered', 'Dɔn ɔfa'],
  accepted: ['Accepted', 'Dɔn tek'],
  removed: ['Removed', 'Dɔn pul'],
  running: ['Running', 'De rɔn'],
} as const satisfies Readonly<Record<Status, readonly [en: string, kri: string]>>;

/** The statuses of a kind of thing. */
export function statusesOf<const Of extends StatusOf>(of: Of): readonly StatusIn<Of>[] {
  return Object.freeze(Object.keys(statuses[of]) as StatusIn<Of>[]);
}

/** The statuses that one can follow from another by one move. */
export function statusesAfter<const Of extends Moving>(of: Of, from: StatusIn<Of>): readonly StatusIn<Of>[] {
  const all: Moves = statusMoves;
  return all[of]?.[from] ?? [];
}

/** The statuses from which one move leads to this one. */
export function statusesBefore<const Of extends Moving>(of: Of, to: StatusIn<Of>): readonly StatusIn<Of>[] {
  return statusesOf(of).filter((from) => statusesAfter(of, from).includes(to));
}
