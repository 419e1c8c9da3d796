export const scanResults = Object.freeze(['admitted', 'exited', 'rejected', 'undone'] as const);
export type ScanResult = (typeof scanResults)[number];

/** Why a ticket is not let through, in the order in which it is judged. */
export const scanRefusals = Object.freeze([
  'INVALID_TICKET_CODE',
  'TICKET_NOT_FOUND',
  'WRONG_EVENT',
  'EVENT_CANCELLED',
  'EVENT_NOT_SCANNABLE',
  'TICKET_UNPAID',
  'TICKET_VOID',
  'TICKET_BLOCKED',
  'TICKET_REVOKED',
  'TICKET_NOT_YET_VALID',
  'TICKET_EXPIRED',
  'GATE_NOT_ALLOWED',
  'TICKET_ALREADY_USED',
  'NOT_INSIDE',
] as const);
export type ScanRefusal = (typeof scanRefusals)[number];

/** What a door decided by itself, without the service. */
export const offlineResults = Object.freeze(['admitted', 'exited', 'rejected'] as const);
export type OfflineResult = (typeof offlineResults)[number];

/** Devices and nonces are named by who sends them. */
export const deviceIdLengthMax = 64;
export const scanBatchMax = 500;
export const ticketSearchLengthMin = 3;
export const ticketSearchRowsMax = 20;
/** A device undoes its own scan for so long. */
export const ownUndoMinutes = 15;
