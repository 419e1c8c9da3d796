import { crockfordAlphabet, crockfordCharacter } from './crockford.ts';

/** Every kind of id: its prefix says what the thing is. */
export const idPrefixes = Object.freeze([
  'act_',
  'adj_',
  'adr_',
  'att_',
  'aud_',
  'cat_',
  'clk_',
  'clm_',
  'cmv_',
  'cn_',
  'cnt_',
  'csh_',
  'cus_',
  'dep_',
  'dev_',
  'disc_',
  'drv_',
  'ers_',
  'evt_',
  'file_',
  'imp_',
  'inc_',
  'inv_',
  'ivt_',
  'key_',
  'loc_',
  'mbr_',
  'mch_',
  'mgr_',
  'mod_',
  'mov_',
  'msg_',
  'ntc_',
  'off_',
  'pay_',
  'plink_',
  'po_',
  'pool_',
  'prm_',
  'prod_',
  'prs_',
  'prv_',
  'psk_',
  'qt_',
  'rci_',
  'rcn_',
  're_',
  'rinv_',
  'sale_',
  'scn_',
  'ses_',
  'set_',
  'srf_',
  'stf_',
  'stx_',
  'tax_',
  'tkt_',
  'tor_',
  'trf_',
  'trm_',
  'tt_',
  'txn_',
  'usr_',
  'var_',
  'wd_',
  'we_',
  'wj_',
  'wle_',
  'wse_',
  'wsec_',
  'zone_',
  'zrp_',
] as const);

export type IdPrefix = (typeof idPrefixes)[number];

/** How many random bytes `makeId` needs. */
export const idRandomBytes = 10;

const alphabet = crockfordAlphabet.toLowerCase();
const idBody = /^[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/;

/**
 * A new id: `prefix` and a UUIDv7 (RFC 9562) in 26 lower-case Crockford base-32 characters. Ids of a later
 * millisecond sort after those of an earlier one; within one millisecond their order is chance.
 */
export function makeId(prefix: IdPrefix, nowMs: number, random: Uint8Array): string {
  if (random.length !== idRandomBytes) throw new RangeError(`an id needs ${idRandomBytes} random bytes`);
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(nowMs / 2 ** 32));
  view.setUint32(2, nowMs >>> 0);
  bytes.set(random, 6);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  return encodeId(prefix, bytes);
}

/** An id whose 128 bits the caller chose, for things that must get the same id everywhere. */
export function encodeId(prefix: IdPrefix, bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError('an id has 16 bytes');
  let text: string = prefix;
  let bits = 0;
  let bitCount = 2;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      text += alphabet.charAt((bits >>> bitCount) & 31);
    }
    bits &= 0xff;
  }
  return text;
}

/** The id of a thing that a client named by a UUID before the service knew of it: the same 128 bits. */
export function idOfUuid(prefix: IdPrefix, uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  return encodeId(
    prefix,
    Uint8Array.from({ length: 16 }, (_, at) => parseInt(digits.slice(at * 2, at * 2 + 2), 16)),
  );
}

/** Whether `text` has the form of an id of this kind; says nothing about whether it exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 26 && text.startsWith(prefix) && idBody.test(text.slice(prefix.length))
  );
}

/** The 16 bytes behind an id. */
export function idBytes(prefix: IdPrefix, id: string): Uint8Array {
  if (!isId(prefix, id)) throw new RangeError(`${prefix}… is what has such bytes`);
  let value = 0n;
  for (const character of id.slice(prefix.length)) value = value * 32n + BigInt(alphabet.indexOf(character));
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, value >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, value));
  return bytes;
}

/** The millisecond an id was made at; only meaningful for ids from `makeId`. */
export function idTimeMs(prefix: IdPrefix, id: string): number {
  let value = 0;
  for (const character of id.slice(prefix.length, prefix.length + 10))
    value = value * 32 + alphabet.indexOf(character);
  return value;
}

/** How many random bytes `makeOrderNumber` needs. */
export const orderNumberRandomBytes = 10;

/** An order number for a merchant who sent none: `ORD-XXXXX-XXXXX`, 50 random bits. */
export function makeOrderNumber(random: Uint8Array): string {
  if (random.length !== orderNumberRandomBytes)
    throw new RangeError(`an order number needs ${orderNumberRandomBytes} random bytes`);
  const text = Array.from(random, crockfordCharacter).join('');
  return `ORD-${text.slice(0, 5)}-${text.slice(5)}`;
}
