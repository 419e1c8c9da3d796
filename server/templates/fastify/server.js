import { constructEvent, createClient, CottontreeError } from '@cottontree/client';
import Fastify from 'fastify';

const { COTTONTREE_URL, COTTONTREE_API_KEY, COTTONTREE_WEBHOOK_SECRET, PORT } = process.env;
if (!COTTONTREE_URL || !COTTONTREE_API_KEY || !COTTONTREE_WEBHOOK_SECRET)
  throw new Error('COTTONTREE_URL, COTTONTREE_API_KEY and COTTONTREE_WEBHOOK_SECRET belong in .env.');

const cottontree = createClient({ baseUrl: COTTONTREE_URL, apiKey: COTTONTREE_API_KEY });
const app = Fastify();

/** Orders by their job number, and which webhooks were seen. They belong in your database: a restart forgets them. */
const orders = new Map();
const seen = new Set();

/** What bringing a parcel costs: /quote?city=Lumley&weight_kg=1.5 */
app.get('/quote', async ({ query: { city, weight_kg = 1 } }) => {
  const quote = await cottontree.quotes.get({ delivery_city: city, weight_kg: Number(weight_kg) });
  return { quote_id: quote.quote_id, fee: quote.shipping_fee, currency: quote.currency };
});

/** Takes an order, {quote_id, city, address, phone, weight_kg}, and has it brought. */
app.post('/orders', async ({ body }, reply) => {
  const delivery = await cottontree.deliveries.create({
    quote_id: body.quote_id,
    delivery_city: body.city,
    delivery_address: body.address,
    recipient_phone: body.phone,
    weight_kg: body.weight_kg ?? 1,
  });
  orders.set(delivery.job_number, { job_number: delivery.job_number, status: delivery.status, heard: [] });
  reply.code(201);
  return { job_number: delivery.job_number, fee: delivery.shipping_fee, tracking_url: delivery.tracking_url };
});

app.get('/orders/:jobNumber', async ({ params: { jobNumber } }, reply) => {
  const order = orders.get(jobNumber);
  if (!order) reply.code(404);
  return order ?? { error: 'There is no such order.' };
});

app.register(async (webhooks) => {
  // A signature is over the bytes as they came, so nothing may read them as JSON before it was checked.
  webhooks.removeAllContentTypeParsers();
  webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  webhooks.post('/webhooks', async ({ body, headers }, reply) => {
    let event;
    try {
      event = await constructEvent(body, headers, COTTONTREE_WEBHOOK_SECRET);
    } catch {
      reply.code(400);
      return { error: 'The signature is not right.' };
    }
    // The same webhook may come twice, and counts once.
    if (!seen.has(headers['webhook-id'])) {
      seen.add(headers['webhook-id']);
      take(event);
    }
    return { received: true };
  });
});

function take({ event, data: { object } }) {
  console.log(`${event} ${object.job_number ?? object.id ?? ''} ${object.status ?? ''}`);
  const order = event === 'shipping.status.updated' ? orders.get(object.job_number) : undefined;
  if (order) {
    order.status = object.status;
    order.heard.push(object.status);
  }
}

// What Cottontree refuses, your customer is told: its message is a sentence.
app.setErrorHandler((error, _request, reply) => {
  const isRefusal = error instanceof CottontreeError && [400, 409, 422].includes(error.status);
  if (!isRefusal) console.error(error);
  reply.code(isRefusal ? 422 : (error.statusCode ?? 500));
  return { error: isRefusal ? error.message : 'Something went wrong here.' };
});

const address = await app.listen({ host: '127.0.0.1', port: Number(PORT ?? 3000) });
console.log(`The shop answers at ${address}; Ctrl-C stops it.`);
