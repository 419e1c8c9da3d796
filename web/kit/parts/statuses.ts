import { statuses as ofApi, type Look } from '@cottontree/contract';

export type { Glyph, Meaning } from '@cottontree/contract';

const active: Look = ['good', 'ring'];
const over: Look = ['idle', 'dash'];
const waiting: Look = ['wait', 'dashed'];
const halfWay: Look = ['wait', 'half'];

/** The contract's statuses, and beside them what a page makes of several fields of a thing. */
export const statuses = {
  ...ofApi,
  invoice: { ...ofApi.invoice, overdue: ['bad', 'bang'] },
  endpoint: { ...ofApi.endpoint, rotating: halfWay },
  key: { active, rotating: halfWay, expired: over, revoked: over },
  pairing: { none: over, waiting, paired: ['good', 'tick'], expired: over, revoked: over },
  member: { active, invited: waiting, suspended: over, expired: over },
  product: { active, inactive: over, archived: over },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Look>>>>;

export type StatusOf = keyof typeof statuses;

/** How a status looks; one that this version does not know is told in words beside a plain ring. */
export function lookOf(of: StatusOf, status: string): Look {
  const known: Readonly<Record<string, Look>> = statuses[of];
  return known[status] ?? ['idle', 'ring'];
}
