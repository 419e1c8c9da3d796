/** A ticket at a door, as the admission statement takes it. */
export type StandingTicket = {
  readonly merchantId: string;
  readonly eventId: string;
  readonly typeId: string;
  readonly id: string;
  readonly version: number;
  readonly sequence: number;
  readonly entries: number;
};

/** One admission of the statement `scans.record`, with the log, the figures and the message that the server writes. */
export function admissionOf(
  { merchantId, eventId, typeId, id, version, sequence, entries }: StandingTicket,
  scanId: string,
): object {
  const at = new Date().toISOString();
  const step = { tickets: entries === 0 ? 1 : 0, entries: 1, inside: entries === 0 ? 1 : 0, rejected: 0 };
  const first = { scan_id: scanId, at, gate: null, device: 'door' };
  const facts = {
    id,
    event_id: eventId,
    status: 'used',
    scan_id: scanId,
    result: 'admitted',
    code: null,
    ticket_type_id: typeId,
    direction: 'in',
    gate: null,
    device_id: 'door',
    entry_count: entries + 1,
    first_scan: first,
    offline: false,
    forced: false,
    scanned_at: at,
    reason: null,
  };
  return {
    place: 0,
    merchant_id: merchantId,
    livemode: false,
    event_id: eventId,
    id: scanId,
    entity: id,
    facts: [{ kind: 'ticket.scanned', sequence: sequence + 1, facts, at }],
    counters: [
      { dimension: 'gate', name: '', ...step },
      { dimension: 'type', name: typeId, ...step },
      { dimension: 'minute', name: String(Math.floor(Date.now() / 60_000)), ...step },
    ],
    guess_subject: null,
    guess_minute: null,
    guesses_max: null,
    idempotency_key: null,
    request_hash: null,
    answer: null,
    answered_at: null,
    ticket_id: id,
    ticket_type_id: typeId,
    device_id: 'door',
    device_name: null,
    actor: 'bench',
    nonce: scanId,
    direction: 'in',
    source: 'camera',
    gate: null,
    result: 'admitted',
    code: null,
    message: null,
    offline: false,
    forced: false,
    conflict: false,
    entry_count: entries + 1,
    first_scan: first,
    scanned: null,
    scanned_at: at,
    recorded_at: at,
    undoes: null,
    reason: null,
    ticket_version: version,
    ticket_status: 'used',
    used_at: at,
    entries: entries + 1,
    inside: 1,
    first_scan_id: scanId,
    first_at: at,
    first_gate: null,
    first_device: 'door',
  };
}
