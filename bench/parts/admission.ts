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

type Admitted = { readonly scanId: string; readonly at: string; readonly first: object };

/** One admission of the statement `scans.record`, with the log, the figures and the message that the server writes. */
export function admissionOf(ticket: StandingTicket, scanId: string): object {
  const { merchantId, eventId, id, sequence } = ticket;
  const at = new Date().toISOString();
  const admitted: Admitted = { scanId, at, first: { scan_id: scanId, at, gate: null, device: 'door' } };
  return {
    place: 0,
    merchant_id: merchantId,
    livemode: false,
    event_id: eventId,
    id: scanId,
    entity: id,
    facts: [{ kind: 'ticket.scanned', sequence: sequence + 1, facts: factsOf(ticket, admitted), at }],
    counters: countersOf(ticket),
    guess_subject: null,
    guess_minute: null,
    guesses_max: null,
    idempotency_key: null,
    request_hash: null,
    answer: null,
    answered_at: null,
    ...logOf(ticket, admitted),
    ...standingOf(ticket, admitted),
  };
}

function factsOf({ eventId, typeId, id, entries }: StandingTicket, { scanId, at, first }: Admitted): object {
  return {
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
}

function countersOf({ typeId, entries }: StandingTicket): readonly object[] {
  const step = { tickets: entries === 0 ? 1 : 0, entries: 1, inside: entries === 0 ? 1 : 0, rejected: 0 };
  return [
    { dimension: 'gate', name: '', ...step },
    { dimension: 'type', name: typeId, ...step },
    { dimension: 'minute', name: String(Math.floor(Date.now() / 60_000)), ...step },
  ];
}

function logOf({ id, typeId, entries }: StandingTicket, { scanId, at, first }: Admitted): object {
  return {
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
  };
}

function standingOf({ version, entries }: StandingTicket, { scanId, at }: Admitted): object {
  return {
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
