import { createClient } from '@cottontree/client';
import { setTimeout as pause } from 'node:timers/promises';

// A customer asks for a price and orders; in test mode nobody drives, so the delivery is moved by a call.
const { COTTONTREE_URL, COTTONTREE_API_KEY, PORT = '3000' } = process.env;
const shop = `http://127.0.0.1:${PORT}`;
const WAIT_MS_MAX = 60_000;

const quote = await ask('/quote?city=Lumley&weight_kg=1.5');
console.log(`quote ${quote.fee} ${quote.currency}`);

const order = await ask('/orders', {
  quote_id: quote.quote_id,
  city: 'Lumley',
  address: '27 Freetown Road',
  phone: '078 234567',
  weight_kg: 1.5,
});
console.log(`order ${order.job_number}, to be followed at ${order.tracking_url}`);

const cottontree = createClient({ baseUrl: COTTONTREE_URL, apiKey: COTTONTREE_API_KEY });
await cottontree.test.deliveries.advance(order.job_number, { to_status: 'delivered' });

const until = Date.now() + WAIT_MS_MAX;
let heard = [];
while (!heard.includes('delivered')) {
  if (Date.now() > until) throw new Error(`The shop heard only of ${heard.join(', ') || 'nothing'}.`);
  await pause(200);
  ({ heard } = await ask(`/orders/${order.job_number}`));
}
console.log(`the shop heard of ${heard.join(', ')}, each with its signature`);

async function ask(path, body) {
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(shop + path, body ? json : {});
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error);
  return data;
}
