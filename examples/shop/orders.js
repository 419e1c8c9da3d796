import { randomUUID } from 'node:crypto';
import { CottontreeError } from '@cottontree/client';
import { readGoods } from './catalogue.js';

const QUANTITY_MAX = 20;
const LINES_MAX = 20;
const WEIGHT_KG_OF_ONE = 1;

/** What a customer is told, in a sentence. */
export class Refusal extends Error {}

/** Orders from the basket to the door. They stand in memory here, and belong in your database. */
export function openOrders(cottontree) {
  const orders = new Map();
  /** As payments and parcels name them. */
  const byNumber = new Map();
  return {
    /** Takes `{items: [{id, quantity}], name, phone, city, address}` and says what it costs; the amount is signed, so no page can change it. */
    async take({ items, name, phone, city, address }) {
      const lines = await priced(cottontree, items);
      for (const [what, text] of Object.entries({ name, phone, city, address }))
        if (typeof text !== 'string' || text.trim() === '') throw new Refusal(`Write your ${what}, please.`);
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const weight_kg = pieces * WEIGHT_KG_OF_ONE;
      const quote = await told(cottontree.quotes.get({ delivery_city: city, weight_kg }));
      const goods = lines.reduce((sum, { price, quantity }) => sum + cents(price) * quantity, 0);
      const total = (goods + cents(quote.shipping_fee)) / 100;
      const id = randomUUID();
      const number = `CS-${id.slice(0, 8).toUpperCase()}`;
      const signed = await cottontree.payments.signedAmounts.create({
        amount: total,
        currency: quote.currency,
        reference: number,
      });
      const to = { name, phone, city, address, weight_kg, quote_id: quote.quote_id };
      const order = { id, number, lines, to, total, currency: quote.currency, status: 'to_pay', steps: [] };
      orders.set(id, order);
      byNumber.set(number, order);
      const sums = { goods: goods / 100, fee: quote.shipping_fee, total, currency: quote.currency };
      return { id, number, ...sums, pieces, token: signed.token };
    },

    /** What its customer may see of an order; nothing where there is none. */
    show(id) {
      const order = orders.get(id);
      if (!order) return null;
      const { status, steps, job_number = null, tracking_url = null } = order;
      return { id, status, steps, job_number, tracking_url };
    },

    /** A verified webhook. The same may come twice: what it brings about happens once. */
    async hear({ event, data: { object } }) {
      if (event === 'payment.succeeded') await paid(byNumber.get(object.reference), object);
      const order = event === 'shipping.status.updated' ? byNumber.get(object.order_number) : undefined;
      if (order && !order.steps.includes(object.status)) {
        order.steps.push(object.status);
        order.status = object.status;
      }
    },
  };

  /** Only what our own server has signed counts: an amount that a page named is not a price. */
  async function paid(order, payment) {
    if (!order || order.job_number || payment.amount_source !== 'signed') return;
    if (cents(payment.amount) !== cents(order.total) || payment.currency !== order.currency) return;
    order.status = 'paid';
    const { name, phone, city, address, weight_kg, quote_id } = order.to;
    const body = {
      quote_id,
      recipient_name: name,
      recipient_phone: phone,
      delivery_city: city,
      delivery_address: address,
      weight_kg,
      order_number: order.number,
    };
    // The same key for the same order: however often this runs, one parcel goes.
    const delivery = await cottontree.deliveries.create(body, { idempotencyKey: order.id });
    Object.assign(order, { job_number: delivery.job_number, tracking_url: delivery.tracking_url });
  }
}

const cents = (amount) => Math.round(amount * 100);

/** The lines with our own prices: what a page says of them is not asked for. */
async function priced(cottontree, items) {
  if (!Array.isArray(items) || items.length === 0 || items.length > LINES_MAX)
    throw new Refusal('Your basket is empty.');
  const goods = new Map((await readGoods(cottontree)).map((one) => [one.id, one]));
  return items.map(({ id, quantity }) => {
    const { name, price, left } = goods.get(id) ?? {};
    if (name === undefined) throw new Refusal('Something in your basket is not sold any more.');
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
      throw new Refusal(`Of ${name} you can order 1 to ${QUANTITY_MAX}.`);
    if (left !== null && quantity > left) throw new Refusal(`Of ${name} there are only ${left} left.`);
    return { id, name, price, quantity };
  });
}

/** What the API refuses is a sentence that customers may read. */
async function told(call) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CottontreeError && error.status === 422)
      throw new Refusal(error.message, { cause: error });
    throw error;
  }
}
