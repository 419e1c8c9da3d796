import {
  formatMoney,
  parseAmount,
  toMajor,
  type Currency,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { CountryCode } from 'libphonenumber-js/max';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid, type FieldProblem } from '../../../kernel/call/failure.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { checkWindows, type TimeWindow } from '../pricing/check-windows.ts';
import { compareQuote } from '../pricing/compare-quote.ts';
import { findPair } from '../pricing/find-route.ts';
import { recordPricing, type PricingRecord } from '../pricing/pricing-record.ts';
import { QUOTE_PURPOSE } from '../pricing/get-quote.ts';
import type { Shipping } from '../module.ts';
import { parsePhone } from '../../../kernel/phone/phone.ts';
import { priceRequest, type Priced } from '../pricing/price-request.ts';
import { quoteBelongsTo, readQuote, type Quote } from '../pricing/quote-token.ts';
import { parseSimulate, simulationOfPhone, type Simulation } from './simulate.ts';

export type OrderBody = Input<Operations['createDelivery']>['body'];

/** A creation as asked for, read, checked and priced. */
export type Order = {
  readonly body: OrderBody;
  readonly priced: Priced;
  /** What the delivery costs: by its quote, or priced now. */
  readonly fee: Pick<Quote, 'fee' | 'lines' | 'cancelFee' | 'rateCardVersion'> & {
    readonly currency: Currency;
  };
  readonly pricing: PricingRecord;
  readonly quoteNonce: string | null;
  readonly phones: {
    readonly pickup_contact_phone: string | null;
    readonly recipient_phone: string | null;
    readonly recipient_phone_alt: string | null;
  };
  readonly windows: { readonly pickup: TimeWindow | null; readonly delivery: TimeWindow | null };
  readonly itemPrices: readonly (bigint | null)[];
  readonly simulation: Simulation | null;
  /** Whether a second active delivery of the same order is to be refused. */
  readonly guarded: boolean;
};

/** Reads everything a creation says; refuses what cannot be. */
export async function readOrder(body: OrderBody, call: Call, module: Shipping): Promise<Order> {
  requireDestination(body);
  const windows = { pickup: windowOf(body, call, 'pickup'), delivery: windowOf(body, call, 'delivery') };
  if (body.service_level === 'scheduled' && windows.pickup === null && windows.delivery === null)
    throw invalid({
      path: 'pickup_window_start',
      message: 'is required with service_level scheduled: send a pickup window or a delivery window',
    });
  const problem = checkWindows({ ...windows, now: call.now });
  if (problem?.code === 'VALIDATION_ERROR') throw invalid(problem);
  if (problem)
    throw new Failure(problem.code, `${problem.path} ${problem.message}.`, {
      details: { fields: [problem] },
    });
  const phones = phonesOf(body, call);
  const simulation = simulationOf(body, call, phones.recipient_phone);
  const quote = body.quote_id === undefined ? null : ownQuote(body.quote_id, call, module);
  const pricer = quote ? await withCardOf(quote, module) : module;
  const priced = await priceRequest(
    {
      ...body,
      pickup_at: body.pickup_window_start,
      delivery_by: body.delivery_window_end,
    },
    call,
    pricer,
  );
  if (quote) holdToQuote(quote, priced, call);
  const fee = quote ?? priced.price;
  guardFee(body, fee);
  if (priced.inputs.serviceLevel === 'express' && !module.map().hasCourierFor(call.tenant)) {
    throw new Failure(
      'NO_COURIERS_AVAILABLE',
      'No courier is on duty for an express delivery. Try again later, or send service_level standard.',
      { retryAfterSeconds: 60 },
    );
  }
  return {
    body,
    priced,
    fee,
    windows,
    phones,
    simulation,
    pricing: quote
      ? recordQuote(quote, pricer)
      : recordPricing({
          inputs: priced.inputs,
          basis: priced.price.basis,
          rateCardVersion: priced.price.rateCardVersion,
        }),
    quoteNonce: quote?.nonce ?? null,
    itemPrices: (body.items ?? []).map((item, index) =>
      itemPrice(item.price, { index, currency: fee.currency }),
    ),
    guarded: body.order_number !== undefined && body.allow_duplicate !== true,
  };
}

function requireDestination(body: OrderBody): void {
  if (body.delivery_address_id !== undefined) return;
  const missing: FieldProblem[] = (['delivery_address', 'delivery_city'] as const)
    .filter((path) => body[path] === undefined)
    .map((path) => ({ path, message: 'is required unless delivery_address_id is sent' }));
  if (missing.length > 0) throw invalid(...missing);
}

function windowOf(body: OrderBody, call: Call, end: 'pickup' | 'delivery'): TimeWindow | null {
  const [startText, endText] = [body[`${end}_window_start`], body[`${end}_window_end`]];
  if (startText === undefined && endText === undefined) return null;
  if (startText === undefined)
    throw invalid({ path: `${end}_window_start`, message: `is required with ${end}_window_end` });
  if (endText === undefined)
    throw invalid({ path: `${end}_window_end`, message: `is required with ${end}_window_start` });
  return {
    start: readTime(startText, { path: `${end}_window_start`, call }),
    end: readTime(endText, { path: `${end}_window_end`, call }),
  };
}

function phonesOf(body: OrderBody, call: Call): Order['phones'] {
  const read = (path: keyof Order['phones']): string | null => {
    const text = body[path];
    if (text === undefined) return null;
    const phone = parsePhone(text, call.caller.merchant.country as CountryCode);
    if (!phone.ok)
      throw new Failure(phone.code, `${path} ${phone.message}.`, {
        details: { fields: [{ path, message: phone.message }] },
      });
    return phone.e164;
  };
  return {
    pickup_contact_phone: read('pickup_contact_phone'),
    recipient_phone: read('recipient_phone'),
    recipient_phone_alt: read('recipient_phone_alt'),
  };
}

function simulationOf(body: OrderBody, call: Call, recipientPhone: string | null): Simulation | null {
  if (call.tenant.livemode) {
    if (body.simulate !== undefined)
      throw new Failure('TEST_ONLY', 'simulate works only with a test key (sk_test_…).');
    return null;
  }
  if (body.simulate === undefined) return recipientPhone === null ? null : simulationOfPhone(recipientPhone);
  const read = parseSimulate(body.simulate);
  if (!read.ok) throw invalid(read);
  return read.simulation;
}

function ownQuote(text: string, call: Call, module: Shipping): Quote {
  const read = readQuote(text, module.vault.macKey(QUOTE_PURPOSE));
  if (!read.ok || !quoteBelongsTo(read.quote, call.tenant)) {
    throw new Failure(
      'INVALID_QUOTE',
      'quote_id is not a quote of this merchant and mode. Send it exactly as GET /v1/shipping/quote answered it.',
      { details: { fields: [{ path: 'quote_id', message: 'is not a quote of this merchant and mode' }] } },
    );
  }
  return read.quote;
}

function holdToQuote(quote: Quote, priced: Priced, call: Call): void {
  if (quote.expiresAt <= call.now) {
    throw new Failure(
      'QUOTE_EXPIRED',
      `The quote was valid until ${quote.expiresAt.toISOString()}. Ask for a new one.`,
      { details: { expires_at: quote.expiresAt.toISOString() } },
    );
  }
  const fields = compareQuote(quote, { inputs: priced.inputs, fee: priced.price.fee });
  if (fields.length === 0) return;
  const details = { fields: fields.map((path) => ({ path, message: 'differs from the quote' })) };
  throw new Failure(
    'QUOTE_MISMATCH',
    `${fields.join(', ')} ${fields.length === 1 ? 'differs' : 'differ'} from the quote, and the fee with it. Send the quoted values or ask for a new quote.`,
    { details },
  );
}

/** A quote holds to the card it was made with, also once another is in force, or comes into force meanwhile. */
async function withCardOf(quote: Quote, module: Shipping): Promise<Shipping> {
  const map = module.map();
  const card =
    quote.rateCardVersion === map.card.version
      ? map.card
      : ((await module.findCard(quote.rateCardVersion)) ?? map.card);
  return { ...module, map: () => ({ ...map, card }) };
}

function recordQuote({ inputs, basis, rateCardVersion }: Quote, module: Shipping): PricingRecord {
  const { zones, card } = module.map();
  const [pickup, delivery] = [zones.byCode.get(inputs.pickupZone), zones.byCode.get(inputs.deliveryZone)];
  const pairKey = pickup && delivery ? findPair(card, pickup, delivery).pairKey : null;
  return recordPricing({ inputs, basis: { ...basis, pairKey }, rateCardVersion });
}

function guardFee(body: OrderBody, fee: Order['fee']): void {
  if (body.max_shipping_fee === undefined) return;
  const most = parseAmount(body.max_shipping_fee, fee.currency);
  if (!most.ok)
    throw new Failure(most.code, `max_shipping_fee ${most.message}.`, {
      details: { fields: [{ path: 'max_shipping_fee', message: most.message }] },
    });
  if (fee.fee <= most.minor) return;
  throw new Failure(
    'FEE_EXCEEDS_MAX',
    `The fee is ${formatMoney(fee.fee, fee.currency)}, above the max_shipping_fee of ${formatMoney(most.minor, fee.currency)}.`,
    { details: { shipping_fee: toMajor(fee.fee, fee.currency) } },
  );
}

function itemPrice(
  price: number | string | undefined,
  item: { readonly index: number; readonly currency: Currency },
): bigint | null {
  if (price === undefined) return null;
  const read = parseAmount(price, item.currency);
  const path = `items[${item.index}].price`;
  if (!read.ok)
    throw new Failure(read.code, `${path} ${read.message}.`, {
      details: { fields: [{ path, message: read.message }] },
    });
  return read.minor;
}
