import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  currencies,
  distanceSources,
  packageSizes,
  serviceLevels,
  type Currency,
  type PackageSize,
  type ServiceLevel,
} from '@cottontree/contract';
import { keysOf } from '../../../kernel/shape/keys-of.ts';
import { feeLabels, type FeeLine } from './compose-fee.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { PriceBasis } from './price-delivery.ts';
import { type Point } from '../coverage/zone.ts';

/** Everything the fee was made from, in one spelling; amounts in minor units. */
export type PricedInputs = {
  readonly pickupZone: string;
  /** Null when the middle of the zone stood for the place. */
  readonly pickupPin: Point | null;
  readonly deliveryZone: string;
  readonly deliveryPin: Point | null;
  readonly grams: number;
  readonly packageSize: PackageSize;
  readonly declaredValue: bigint;
  readonly codAmount: bigint;
  readonly serviceLevel: ServiceLevel;
  /** Null: as soon as possible. */
  readonly pickupAt: Date | null;
  /** Null: a delivery of its own. */
  readonly batchId: string | null;
};

/** What the fee was made from beside the inputs; the pair of a way follows from its zones. */
export type QuoteBasis = Omit<PriceBasis, 'pairKey'>;

export type Quote = {
  readonly livemode: boolean;
  /** The first 8 bytes of SHA-256 over the merchant's id, in hex. */
  readonly merchantHash: string;
  readonly inputs: PricedInputs;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly lines: readonly FeeLine[];
  readonly cancelFee: bigint;
  readonly rateCardVersion: number;
  readonly basis: QuoteBasis;
  /** 14 base64url characters; a delivery keeps it, so a quote works once. */
  readonly nonce: string;
};
export type QuoteToMake = Omit<Quote, 'merchantHash' | 'nonce'> & {
  readonly merchantId: string;
  readonly random: Uint8Array;
};

export type QuoteResult =
  | { readonly ok: true; readonly quote: Quote }
  | { readonly ok: false; readonly reason: 'malformed' | 'forged' };

/** How many random bytes `makeQuote` needs. */
export const quoteRandomBytes = 10;

const prefix = 'qt_';
const format = 2;
const liveFlag = 0x80;
const macBytes = 16;
/** A usual quote has 290 characters; the most surcharges a card may have, and the longest batch_id, make 2,040. */
const textLengthMax = 2_048;
/** The byte that says a line brings its own code and label. */
const ownLine = 255;
const lineCodes = keysOf(feeLabels);
const currencyCodes = keysOf(currencies);

/** A quote_id that any node can verify without a look-up: `qt_` and base64url of the quote and its HMAC-SHA256 (16 bytes). */
export function makeQuote(quote: QuoteToMake, macKey: Uint8Array): string {
  if (quote.random.length !== quoteRandomBytes)
    throw new RangeError(`a quote needs ${quoteRandomBytes} random bytes`);
  const writer = new ByteWriter();
  writer.byte(format | (quote.livemode ? liveFlag : 0));
  writer.bytes(hashOf(quote.merchantId));
  writer.bytes(quote.random);
  writer.number48(quote.issuedAt.getTime());
  writer.number48(quote.expiresAt.getTime());
  writer.byte(currencyCodes.indexOf(quote.currency));
  writer.number32(quote.rateCardVersion);
  writer.integer64(quote.fee);
  writer.integer64(quote.cancelFee);
  writeInputs(writer, quote.inputs);
  writeBasis(writer, quote.basis);
  writer.byte(quote.lines.length);
  for (const line of quote.lines) writeLine(writer, line);
  writer.bytes(macOf(writer.written(), macKey));
  return prefix + writer.written().toString('base64url');
}

/** The quote within a quote_id; `forged` when this service did not make it, `malformed` when it cannot be one. */
export function readQuote(text: string, macKey: Uint8Array): QuoteResult {
  if (!text.startsWith(prefix) || text.length > textLengthMax) return { ok: false, reason: 'malformed' };
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  // Decoding forgives foreign characters and loose last bits; only the one spelling that was issued counts.
  if (bytes.length <= macBytes || prefix + bytes.toString('base64url') !== text)
    return { ok: false, reason: 'malformed' };
  const payload = bytes.subarray(0, -macBytes);
  if (!timingSafeEqual(macOf(payload, macKey), bytes.subarray(-macBytes)))
    return { ok: false, reason: 'forged' };
  const reader = new ByteReader(payload);
  const head = reader.byte();
  if ((head & ~liveFlag) !== format) return { ok: false, reason: 'malformed' };
  return { ok: true, quote: readPayload(reader, (head & liveFlag) !== 0) };
}

/** Whether a quote was made for this merchant and mode. */
export function quoteBelongsTo(
  quote: Quote,
  { merchantId, livemode }: { readonly merchantId: string; readonly livemode: boolean },
): boolean {
  return quote.livemode === livemode && quote.merchantHash === hashOf(merchantId).toString('hex');
}

function readPayload(reader: ByteReader, livemode: boolean): Quote {
  const merchantHash = reader.bytes(8).toString('hex');
  const nonce = reader.bytes(quoteRandomBytes).toString('base64url');
  const [issuedAt, expiresAt] = [new Date(reader.number48()), new Date(reader.number48())];
  const currency = wordAt(currencyCodes, reader.byte());
  const rateCardVersion = reader.number32();
  const [fee, cancelFee] = [reader.integer64(), reader.integer64()];
  const inputs = readInputs(reader);
  const basis = readBasis(reader);
  const lines = Array.from({ length: reader.byte() }, () => readLine(reader));
  return {
    livemode,
    merchantHash,
    inputs,
    issuedAt,
    expiresAt,
    currency,
    fee,
    lines,
    cancelFee,
    rateCardVersion,
    basis,
    nonce,
  };
}

function writeInputs(writer: ByteWriter, inputs: PricedInputs): void {
  writer.text(inputs.pickupZone);
  writePin(writer, inputs.pickupPin);
  writer.text(inputs.deliveryZone);
  writePin(writer, inputs.deliveryPin);
  writer.number32(inputs.grams);
  writer.byte(packageSizes.indexOf(inputs.packageSize));
  writer.integer64(inputs.declaredValue);
  writer.integer64(inputs.codAmount);
  writer.byte(serviceLevels.indexOf(inputs.serviceLevel));
  writer.number48(inputs.pickupAt?.getTime() ?? 0);
  writer.text(inputs.batchId ?? '');
}

function readInputs(reader: ByteReader): PricedInputs {
  const [pickupZone, pickupPin] = [reader.text(), readPin(reader)];
  const [deliveryZone, deliveryPin] = [reader.text(), readPin(reader)];
  const [grams, packageSize] = [reader.number32(), wordAt(packageSizes, reader.byte())];
  const [declaredValue, codAmount] = [reader.integer64(), reader.integer64()];
  const [serviceLevel, pickupMs] = [wordAt(serviceLevels, reader.byte()), reader.number48()];
  const pickupAt = pickupMs === 0 ? null : new Date(pickupMs);
  const batchId = reader.text() || null;
  return {
    pickupZone,
    pickupPin,
    deliveryZone,
    deliveryPin,
    grams,
    packageSize,
    declaredValue,
    codAmount,
    serviceLevel,
    pickupAt,
    batchId,
  };
}

function writeBasis(writer: ByteWriter, basis: QuoteBasis): void {
  writer.number48(basis.pickupAt.getTime());
  writer.number32(basis.tenths);
  writer.byte(distanceSources.indexOf(basis.source));
  writer.number32(basis.batchPlace);
  writer.byte(basis.zoneBaseFee === null ? 0 : 1);
  if (basis.zoneBaseFee !== null) writer.integer64(basis.zoneBaseFee);
}

function readBasis(reader: ByteReader): QuoteBasis {
  const [pickupAt, tenths, source, batchPlace] = [
    new Date(reader.number48()),
    reader.number32(),
    wordAt(distanceSources, reader.byte()),
    reader.number32(),
  ];
  return {
    pickupAt,
    tenths,
    source,
    batchPlace,
    zoneBaseFee: reader.byte() === 0 ? null : reader.integer64(),
  };
}

function writePin(writer: ByteWriter, pin: Point | null): void {
  writer.byte(pin === null ? 0 : 1);
  if (pin === null) return;
  writer.double(pin.lat);
  writer.double(pin.lng);
}

function readPin(reader: ByteReader): Point | null {
  return reader.byte() === 0 ? null : { lat: reader.double(), lng: reader.double() };
}

function writeLine(writer: ByteWriter, { code, label, amount }: FeeLine): void {
  const known = lineCodes.findIndex((own) => own === code && feeLabels[own] === label);
  writer.byte(known < 0 ? ownLine : known);
  if (known < 0) writer.text(code);
  if (known < 0) writer.text(label);
  writer.integer64(amount);
}

function readLine(reader: ByteReader): FeeLine {
  const known = reader.byte();
  if (known === ownLine) return { code: reader.text(), label: reader.text(), amount: reader.integer64() };
  const code = wordAt(lineCodes, known);
  return { code, label: feeLabels[code], amount: reader.integer64() };
}

function wordAt<Word>(words: readonly Word[], at: number): Word {
  const word = words[at];
  if (word === undefined) throw new RangeError('a quote of our own names an unknown word');
  return word;
}

function hashOf(merchantId: string): Buffer {
  return createHash('sha256').update(merchantId).digest().subarray(0, 8);
}

function macOf(payload: Uint8Array, macKey: Uint8Array): Buffer {
  return createHmac('sha256', macKey).update(payload).digest().subarray(0, macBytes);
}
