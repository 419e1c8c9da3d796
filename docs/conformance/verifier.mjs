// An offline verifier for TK1 tickets, written from README.md beside it. It shares no code with the service.
// Node 20 and newer, and browsers whose WebCrypto knows Ed25519.

const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const utf8 = new TextEncoder();

/** Bytes of canonical Base45, or null. */
export function decodeBase45(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (character) => BASE45.indexOf(character));
    if (digits.includes(-1) || digits.length === 1) return null;
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    if (digits.length === 3) {
      if (value > 65_535) return null;
      bytes.push(value >> 8, value & 255);
    } else {
      if (value > 255) return null;
      bytes.push(value);
    }
  }
  return Uint8Array.from(bytes);
}

/** The 16 bytes behind `evt_…`, or null. */
export function eventBytes(id) {
  if (!/^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id)) return null;
  let value = 0n;
  for (const character of id.slice(4)) value = value * 32n + BigInt(BASE32.indexOf(character));
  return Uint8Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(8 * (15 - at))) & 255n));
}

/** The ten characters behind what somebody typed; null where it is no typed code. */
export function typedCode(text) {
  const code = text.toUpperCase().replace(/[\s\u2010-\u2015\u2212-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) ? code : null;
}

/**
 * Verifies the text of a QR code for one event. `keys` is that of a manifest. Answers {code: null, ticket, signature} or
 * {code: 'INVALID_TICKET_CODE' | 'WRONG_EVENT'}.
 */
export async function verifyTicket(text, { eventId, keys }) {
  const bytes = text.length === 154 && text.startsWith('TK1:') ? decodeBase45(text.slice(4)) : null;
  const event = eventBytes(eventId);
  if (bytes === null || event === null || bytes.length !== 100 || bytes[0] !== 1) return { code: 'INVALID_TICKET_CODE' };
  if (event.subarray(0, 8).some((byte, at) => byte !== bytes[4 + at])) return { code: 'WRONG_EVENT' };
  const body = bytes.subarray(0, 36);
  const signature = bytes.subarray(36);
  const view = new DataView(bytes.buffer);
  const key = keys.find(({ kid, alg }) => kid === view.getUint16(2) && alg === 'Ed25519');
  if (!key) return { code: 'INVALID_TICKET_CODE' };
  const imported = await crypto.subtle.importKey('raw', fromBase64(key.public_key), { name: 'Ed25519' }, false, ['verify']);
  const signed = joined(utf8.encode('ticket-v1'), Uint8Array.of(0), utf8.encode(eventId), body);
  if (!(await crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, signed))) return { code: 'INVALID_TICKET_CODE' };
  const flags = view.getUint8(1);
  const ticket = {
    live: (flags & 1) !== 0,
    named: (flags & 2) !== 0,
    multiEntry: (flags & 4) !== 0,
    kid: view.getUint16(2),
    qrId: bytes.slice(12, 24),
    typeIndex: view.getUint16(24),
    epoch: view.getUint16(26),
    validFrom: view.getUint32(28),
    validUntil: view.getUint32(32),
  };
  return { code: null, ticket, signature };
}

const STATES = ['valid', 'used', 'void', 'blocked'];

/** The records of one manifest answer, each under the hex of its first 8 bytes. */
export function readRecords(manifest) {
  const bytes = fromBase64(manifest.tickets);
  const view = new DataView(bytes.buffer);
  const codes = manifest.human_codes === undefined ? null : fromBase64(manifest.human_codes);
  const slow = manifest.typed_codes === undefined ? null : fromBase64(manifest.typed_codes.hashes);
  return Array.from({ length: bytes.length / 16 }, (_, place) => {
    const start = place * 16;
    const flags = view.getUint8(start + 8);
    return {
      hash: hex(bytes.subarray(start, start + 8)),
      state: STATES[flags & 3],
      inside: (flags & 4) !== 0,
      admits: (flags >> 3) + 1,
      epoch: view.getUint16(start + 9),
      type: manifest.ticket_types[view.getUint8(start + 11)],
      admittedAt: view.getUint32(start + 12),
      codeHash: codes === null ? null : hex(codes.subarray(place * 6, place * 6 + 6)),
      slowHash: slow === null ? null : hex(slow.subarray(place * 16, place * 16 + 16)),
      sealedName: manifest.names?.[place] ?? null,
    };
  });
}

/** A door's memory: the newest manifest, and what the door itself has let through since. */
export function openDoor() {
  let manifest = null;
  const byHash = new Map();
  const codes = new Map();
  const salts = new Map();
  const own = new Map();

  /** Takes in one answer of GET …/scan-manifest. Ask again with its cursor; at once while has_more is true. */
  function take(answer) {
    if (answer.full) for (const known of [byHash, codes, salts]) known.clear();
    manifest = answer;
    if (answer.typed_codes) salts.set(answer.typed_codes.salt, answer.typed_codes);
    for (const record of readRecords(answer)) {
      const names = [record.codeHash, record.slowHash].filter((name) => name !== null);
      const before = byHash.get(record.hash);
      // A ticket that was handed on has another code; the one before opens nothing.
      const stays = before && before.epoch === record.epoch && names.length === 0;
      record.names = stays ? before.names : names;
      if (before && !stays) for (const name of before.names) codes.delete(name);
      byHash.set(record.hash, record);
      for (const name of record.names) codes.set(name, record.hash);
    }
  }

  /** The record of a typed code, or null: by its fast hash, else by its slow one under each pepper. */
  async function findTyped(code) {
    const fast = hex((await sha256(utf8.encode(`${manifest.event.id}\n${code}`))).subarray(0, 6));
    const names = codes.has(fast) ? [fast] : (await Promise.all([...salts.values()].map((one) => slowHashes(code, one)))).flat();
    const name = names.find((one) => codes.has(one));
    return name === undefined ? null : byHash.get(codes.get(name));
  }

  /**
   * What the door says to a code: {result: 'admitted' | 'exited' | 'unverified' | 'rejected', code, record, name}. With
   * `remember: false` it only looks.
   */
  async function judge(text, { gate = null, direction = 'in', now = new Date(), remember = true } = {}) {
    if (manifest === null || now >= new Date(manifest.expires_at)) throw new Error('The door has no manifest, or one that is too old.');
    const seen = await see(text);
    if (seen.code !== null) return { result: 'rejected', code: seen.code, record: null, name: null };
    const { record, ticket, signature, hash } = seen;
    const name = record?.sealedName && signature ? await openName(record.sealedName, signature).catch(() => null) : null;
    const mine = own.get(hash) ?? { entries: 0, inside: 0 };
    const before = { entries: mine.entries + (record?.admittedAt ? 1 : 0), inside: Math.max(0, mine.inside + (record?.inside ? 1 : 0)) };
    if (direction === 'out') {
      if (before.inside === 0) return { result: 'rejected', code: 'NOT_INSIDE', record, name };
      if (remember) own.set(hash, { entries: mine.entries, inside: mine.inside - 1 });
      return { result: 'exited', code: null, record, name };
    }
    const code = against({ manifest, record, ticket, gate, now, before, hash });
    if (code !== null) return { result: 'rejected', code, record, name };
    if (remember) own.set(hash, { entries: mine.entries + 1, inside: mine.inside + 1 });
    return { result: record === null ? 'unverified' : 'admitted', code: null, record, name };
  }

  async function see(text) {
    if (!text.startsWith('TK1:')) {
      const code = typedCode(text);
      if (code === null) return { code: 'INVALID_TICKET_CODE' };
      const found = await findTyped(code);
      return found ? { code: null, record: found, ticket: null, signature: null, hash: found.hash } : { code: 'TICKET_NOT_FOUND' };
    }
    const verified = await verifyTicket(text, { eventId: manifest.event.id, keys: manifest.keys });
    if (verified.code !== null) return verified;
    const hash = hex((await sha256(verified.ticket.qrId)).subarray(0, 8));
    return { ...verified, record: byHash.get(hash) ?? null, hash };
  }

  return { take, judge, records: () => [...byHash.values()] };
}

/** Of a code under each pepper; a browser works on several at once. */
export async function slowHashes(code, { kdf, iterations, peppers, salt }) {
  if (kdf !== 'PBKDF2-SHA-256') return [];
  const key = await crypto.subtle.importKey('raw', utf8.encode(code), 'PBKDF2', false, ['deriveBits']);
  const under = async (pepper) => {
    const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: joined(fromBase64(salt), Uint8Array.of(pepper >> 8, pepper & 255)), iterations }, key, 128);
    return hex(new Uint8Array(bits));
  };
  return Promise.all(Array.from({ length: peppers }, (_, pepper) => under(pepper)));
}

/** Why a genuine ticket may not enter, or null. */
function against({ manifest, record, ticket, gate, now, before, hash }) {
  if (manifest.event.status === 'cancelled') return 'EVENT_CANCELLED';
  if (record === null && manifest.policy.unverified !== 'admit') return 'TICKET_NOT_FOUND';
  if (record?.state === 'void') return 'TICKET_VOID';
  if (record?.state === 'blocked') return 'TICKET_BLOCKED';
  if (record && ticket && ticket.epoch !== record.epoch) return 'TICKET_REVOKED';
  const type = record?.type ?? manifest.ticket_types.find(({ index }) => index === ticket.typeIndex);
  // Its type's, for that may have been moved since the code was made; else the code's, of which 0 is none.
  const bound = (ofType, ofCode) => (ofType ? Date.parse(ofType) : ofCode ? ofCode * 1_000 : Number.NaN);
  const from = bound(type?.valid_from, ticket?.validFrom);
  const until = bound(type?.valid_until, ticket?.validUntil);
  if (now.getTime() < from) return 'TICKET_NOT_YET_VALID';
  if (now.getTime() >= until) return 'TICKET_EXPIRED';
  if (!mayEnterBy(gate, { type, policy: manifest.policy, hash })) return 'GATE_NOT_ALLOWED';
  const admits = record?.admits ?? type?.admits ?? 1;
  const used = { none: before.entries, exit_required: before.inside, unlimited: 0 }[manifest.event.re_entry];
  return used >= admits ? 'TICKET_ALREADY_USED' : null;
}

function mayEnterBy(gate, { type, policy, hash }) {
  const allowed = type?.gates ?? null;
  if (gate !== null && policy.gates.length > 0 && !policy.gates.includes(gate)) return false;
  if (allowed !== null && (gate === null || !allowed.includes(gate))) return false;
  const shared = allowed === null ? policy.gates : policy.gates.filter((one) => allowed.includes(one));
  if (gate === null || !policy.gate_partition || shared.length < 2) return true;
  return shared[parseInt(hash.slice(0, 8), 16) % shared.length] === gate;
}

/** The holder's name, opened with the signature of the ticket in front. */
export async function openName(sealed, signature) {
  const bytes = fromBase64(sealed);
  const base = await crypto.subtle.importKey('raw', signature, 'HKDF', false, ['deriveKey']);
  const wanted = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8.encode('cottontree ticket name v1') };
  const key = await crypto.subtle.deriveKey(wanted, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.subarray(0, 12) }, key, bytes.subarray(12)));
}

/** Whether a webhook request is genuine by its webhook-signature. Header names in lower case; `now` in Unix seconds. */
export async function verifyWebhook(body, headers, { secrets, now }) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!id || !/^\d{1,12}$/.test(timestamp ?? '') || Math.abs(now - Number(timestamp)) > 300) return false;
  const offered = signatures.split(' ').filter((one) => one.startsWith('v1,')).map((one) => one.slice(3));
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', fromBase64(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const one of offered) {
      const mac = safely(() => fromBase64(one));
      if (mac && (await crypto.subtle.verify('HMAC', key, mac, utf8.encode(`${id}.${timestamp}.${body}`)))) return true;
    }
  }
  return false;
}

function safely(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
