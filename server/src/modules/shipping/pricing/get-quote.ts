import { formatTime, toMajor, type Input, type Operations, type Quote } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { FeeLine } from './compose-fee.ts';
import type { Shipping } from '../module.ts';
import { priceRequest } from './price-request.ts';
import { makeQuote, quoteRandomBytes } from './quote-token.ts';
import type { Zone } from '../coverage/zone.ts';

/** Under which key of the vault quotes are signed. */
export const QUOTE_PURPOSE = 'quote';

/** Prices a delivery and signs the price; nothing is stored, any node can check it. */
export async function getQuote(
  { query }: Input<Operations['getQuote']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Quote>> {
  const { from, to, weight, ...fields } = query;
  const request = {
    ...fields,
    pickup_at: fields.pickup_at,
    delivery_by: undefined,
    ...(fields.pickup_city === undefined && from !== undefined ? { pickup_city: from } : {}),
    ...(fields.delivery_city === undefined && to !== undefined ? { delivery_city: to } : {}),
    ...(fields.weight_kg === undefined && weight !== undefined ? { weight_kg: weight } : {}),
  };
  if (fields.service_level === 'scheduled' && fields.pickup_at === undefined)
    throw invalid({ path: 'pickup_at', message: 'is required with service_level scheduled' });
  const { quoteMinutes } = module.map().card;
  const priced = await priceRequest(request, call, module);
  const { price, inputs } = priced;
  const expiresAt = new Date(call.now.getTime() + quoteMinutes * 60_000);
  const quoteId = makeQuote(
    {
      livemode: call.tenant.livemode,
      merchantId: call.tenant.merchantId,
      inputs,
      issuedAt: call.now,
      expiresAt,
      currency: price.currency,
      fee: price.fee,
      lines: price.lines,
      cancelFee: price.cancelFee,
      rateCardVersion: price.rateCardVersion,
      basis: price.basis,
      random: module.world.randomBytes(quoteRandomBytes),
    },
    module.vault.macKey(QUOTE_PURPOSE),
  );
  return reply({
    quote_id: quoteId,
    shipping_fee: toMajor(price.fee, price.currency),
    currency: price.currency,
    fee_breakdown: presentLines(price.lines, price.currency),
    distance_km: price.distanceKm,
    distance_source: price.distanceSource,
    pickup_zone: presentZone(priced.pickup.zone),
    delivery_zone: presentZone(priced.delivery.zone),
    service_level: inputs.serviceLevel,
    eta_minutes: price.etaMinutes,
    estimated_pickup_at: formatTime(price.estimatedPickupAt),
    estimated_delivery_at: formatTime(price.estimatedDeliveryAt),
    expires_at: formatTime(expiresAt),
    rate_card_version: price.rateCardVersion,
    warnings: [...priced.warnings],
    livemode: call.tenant.livemode,
  });
}

export function presentLines(lines: readonly FeeLine[], currency: Quote['currency']): Quote['fee_breakdown'] {
  return lines.map(({ code, label, amount }) => ({
    code,
    label,
    amount: toMajor(amount, currency as Parameters<typeof toMajor>[1]),
  }));
}

export function presentZone({ id, code, name }: Zone): Quote['pickup_zone'] {
  return { id, code, name };
}
