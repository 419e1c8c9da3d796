import { statusesOf } from '../statuses.ts';

/** The statuses of a delivery in the order of a normal progression; none is ever entered twice. */
export const deliveryStatuses = /* @__PURE__ */ statusesOf('delivery');
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryActors = Object.freeze(['merchant', 'driver', 'dispatcher', 'system'] as const);
export type DeliveryActor = (typeof deliveryActors)[number];

export type DeliveryTransition = {
  readonly from: DeliveryStatus;
  readonly to: DeliveryStatus;
  readonly actors: readonly DeliveryActor[];
};

/** Who may bring a new delivery into `pending`. */
export const deliveryCreators: readonly DeliveryActor[] = Object.freeze([
  'merchant',
  'dispatcher',
  'system',
] as const);

/** Every legal change of status and who may cause it; a new driver for an assigned job is not a change of status. */
export const deliveryTransitions: readonly DeliveryTransition[] = Object.freeze([
  transition('pending', 'assigned', ['driver', 'dispatcher', 'system']),
  transition('pending', 'cancelled', ['merchant', 'dispatcher', 'system']),
  transition('assigned', 'cancelled', ['merchant', 'dispatcher', 'system']),
  transition('assigned', 'picked_up', ['merchant', 'driver', 'dispatcher']),
  transition('assigned', 'failed', ['driver', 'dispatcher']),
  transition('picked_up', 'in_transit', ['driver', 'dispatcher', 'system']),
  transition('in_transit', 'delivered', ['merchant', 'driver', 'dispatcher', 'system']),
  transition('picked_up', 'failed', ['driver', 'dispatcher']),
  transition('in_transit', 'failed', ['driver', 'dispatcher']),
  transition('delivered', 'completed', ['dispatcher', 'system']),
]);

export const orderStatuses = Object.freeze([
  'processing',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
  'delivery_failed',
  'returned',
] as const);
export type OrderStatus = (typeof orderStatuses)[number];

export const deliveryKinds = Object.freeze(['delivery', 'return', 'redelivery'] as const);
export type DeliveryKind = (typeof deliveryKinds)[number];

/** What happens within a status; finer than it, and free to go back and forth. */
export const deliveryPhases = Object.freeze([
  'searching',
  'offered',
  'to_pickup',
  'at_pickup',
  'to_dropoff',
  'at_dropoff',
  'attempt_failed',
  'held',
  'returning',
] as const);
export type DeliveryPhase = (typeof deliveryPhases)[number];

export const failureReasons = Object.freeze([
  'recipient_unreachable',
  'recipient_refused',
  'recipient_not_home',
  'wrong_address',
  'address_not_found',
  'code_failed',
  'cod_not_paid',
  'package_damaged',
  'package_lost',
  'vehicle_issue',
  'weather',
  'security',
  'pickup_closed',
  'pickup_not_ready',
  'pickup_refused',
  'other',
] as const);
export type FailureReason = (typeof failureReasons)[number];

/** The failure reasons that apply before the parcel was picked up. */
export const pickupFailureReasons: readonly FailureReason[] = Object.freeze([
  'pickup_closed',
  'pickup_not_ready',
  'pickup_refused',
] as const);

/** The reasons a merchant may give; the system's own is `no_driver_available`. */
export const cancelReasons = Object.freeze([
  'customer_cancelled',
  'merchant_cancelled',
  'out_of_stock',
  'wrong_address',
  'duplicate',
  'driver_delay',
  'other',
] as const);
export type CancelReason = (typeof cancelReasons)[number];
export const noDriverReason = 'no_driver_available';

const orderStatusByStatus: Readonly<Record<DeliveryStatus, OrderStatus>> = Object.freeze({
  pending: 'processing',
  assigned: 'processing',
  picked_up: 'shipped',
  in_transit: 'shipped',
  delivered: 'delivered',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'delivery_failed',
});

/** The order's coarser status; a return that has arrived makes its order `returned`. */
export function orderStatusOf(status: DeliveryStatus, kind: DeliveryKind = 'delivery'): OrderStatus {
  const arrived = status === 'delivered' || status === 'completed';
  return kind === 'return' && arrived ? 'returned' : orderStatusByStatus[status];
}

/** The phase a delivery has on entering a status; null once nothing moves any more. */
export function firstPhaseOf(status: DeliveryStatus): DeliveryPhase | null {
  if (status === 'pending') return 'searching';
  if (status === 'assigned') return 'to_pickup';
  return status === 'picked_up' || status === 'in_transit' ? 'to_dropoff' : null;
}

/** Whether no status can follow. */
export function isTerminal(status: DeliveryStatus): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed';
}

/** The statuses that may follow, for a refusal's `allowed`; with an actor, only those it may cause. */
export function nextStatuses(from: DeliveryStatus, actor?: DeliveryActor): readonly DeliveryStatus[] {
  return deliveryTransitions
    .filter((known) => known.from === from && (actor === undefined || known.actors.includes(actor)))
    .map((known) => known.to);
}

/** Whether this actor may make this one change of status. */
export function mayMove(from: DeliveryStatus, to: DeliveryStatus, actor: DeliveryActor): boolean {
  return nextStatuses(from, actor).includes(to);
}

const paths: ReadonlyMap<string, readonly DeliveryStatus[] | null> = new Map(
  deliveryStatuses.flatMap((from) => deliveryStatuses.map((to) => [`${from}>${to}`, shortestPath(from, to)])),
);

/**
 * The statuses to enter, in order, to come from one to another by legal changes: pending → delivered is assigned,
 * picked_up, in_transit, delivered. Empty for the same status, null when there is no way (backwards, out of a final one).
 */
export function pathTo(from: DeliveryStatus, to: DeliveryStatus): readonly DeliveryStatus[] | null {
  return paths.get(`${from}>${to}`) ?? null;
}

export const handoffTypes = Object.freeze(['pickup', 'delivery'] as const);
export type HandoffType = (typeof handoffTypes)[number];

export type VerifyPath =
  | { readonly kind: 'move'; readonly path: readonly DeliveryStatus[] }
  /** `passed`: this handoff lies behind; `too_early`: ahead; `not_active`: it will never come. */
  | { readonly kind: 'passed' | 'too_early' | 'not_active' };

/** What a right code does in this status: the statuses to enter in order, or why none. */
export function verifyPath(type: HandoffType, status: DeliveryStatus): VerifyPath {
  if (status === 'cancelled' || status === 'failed') return { kind: 'not_active' };
  const target = type === 'pickup' ? 'picked_up' : 'delivered';
  const first = type === 'pickup' ? 'assigned' : 'picked_up';
  const path = pathTo(status, target);
  if (path === null || path.length === 0) return { kind: 'passed' };
  return pathTo(first, status) === null ? { kind: 'too_early' } : { kind: 'move', path };
}

function transition(
  from: DeliveryStatus,
  to: DeliveryStatus,
  actors: readonly DeliveryActor[],
): DeliveryTransition {
  return Object.freeze({ from, to, actors: Object.freeze(actors) });
}

function shortestPath(from: DeliveryStatus, to: DeliveryStatus): readonly DeliveryStatus[] | null {
  const open: DeliveryStatus[][] = [[]];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const last = path.at(-1) ?? from;
    if (last === to) return Object.freeze(path);
    for (const next of nextStatuses(last)) open.push([...path, next]);
  }
  return null;
}
