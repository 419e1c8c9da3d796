import { takeShopJourney } from './shop-journey.mjs';

const PARCEL = {
  pickup_city: 'Freetown',
  delivery_city: 'Lumley',
  delivery_address: '27 Freetown Road',
  recipient_phone: '078 234567',
  recipient_name: 'Fatmata Koroma',
  weight_kg: 1.5,
};

/** A day of the demo merchant, a courier and an operator: calls that succeed, one of nearly every kind. */
export async function takeJourney(call, { merchant, courier, operator }) {
  const shop = caller(call, merchant);
  const rider = caller(call, courier);
  const chief = caller(call, operator);
  await arrange(shop);
  const webhook = await shop('POST', '/webhooks', {
    url: 'http://127.0.0.1:9000/hook',
    description: 'Audit',
  });
  const quote = await shop('GET', '/shipping/quote?delivery_city=Lumley&weight_kg=1.5');
  const jobs = [];
  for (const extra of [{ quote_id: quote.quote_id }, { cod_amount: 40 }, {}, {}])
    jobs.push(await shop('POST', '/shipping/deliveries', { ...PARCEL, ...extra }));
  await ride({ shop, rider, chief }, jobs[0]);
  await payInCash({ shop, rider, chief }, jobs[1]);
  await shop('POST', `/shipping/deliveries/${jobs[2].job_number}/cancel`, { reason: 'duplicate' });
  await shop('PATCH', `/shipping/deliveries/${jobs[3].job_number}`, { delivery_landmark: 'Blue gate' });
  await shop('POST', `/shipping/deliveries/${jobs[3].job_number}/reissue-code`, { type: 'delivery' });
  await readAll(shop, jobs);
  await minding(shop, webhook);
  await direct(chief, jobs[3]);
  await takeShopJourney(shop);
}

const caller = (call, key) => async (method, path, body) =>
  (await call({ method, path, key, body, mustSucceed: true }))?.data ?? {};

async function arrange(shop) {
  const address = await shop('POST', '/shipping/addresses', {
    label: 'Store',
    address: '3 Wilkinson Road',
    city: 'Freetown',
    type: 'pickup',
  });
  await shop('PATCH', `/shipping/addresses/${address.id}`, { landmark: 'Opposite the bank' });
  await shop('DELETE', `/shipping/addresses/${address.id}`);
  const key = await shop('POST', '/keys', { name: 'Till', scopes: ['shipping:read'] });
  const next = await shop('POST', `/keys/${key.id}/rotate`, {});
  await shop('DELETE', `/keys/${next.id}`);
  await shop('PATCH', '/notices/settings', { language: 'en' });
}

async function ride({ shop, rider, chief }, job) {
  const path = `/driver/jobs/${job.job_number}`;
  await rider('POST', '/driver/shift', { online: true, lat: 8.4844, lng: -13.2344 });
  const { id } = await rider('GET', '/driver/me');
  await chief('POST', `/dispatch/deliveries/${job.job_number}/assign`, { driver_id: id });
  await rider('POST', '/driver/locations', {
    points: [{ lat: 8.48, lng: -13.23, accuracy_m: 10, recorded_at: new Date().toISOString() }],
  });
  await rider('GET', path);
  await rider('POST', `${path}/arrive`, { at: 'pickup' });
  await rider('POST', `${path}/verify`, { type: 'pickup', code: job.pickup_code });
  await rider('POST', `${path}/pick-up`, {});
  await rider('POST', `${path}/depart`, {});
  await rider('POST', `${path}/arrive`, { at: 'dropoff' });
  await rider('POST', `${path}/verify`, { type: 'delivery', code: job.delivery_code });
  await rider('POST', `${path}/deliver`, {});
  await shop('POST', `/shipping/deliveries/${job.job_number}/rate`, { stars: 5 });
}

async function payInCash({ shop, rider, chief }, job) {
  const { id } = await rider('GET', '/driver/me');
  await shop('POST', `/dispatch/deliveries/${job.job_number}/assign`, { driver_id: id });
  await shop('POST', `/test/deliveries/${job.job_number}/advance`, { to_status: 'in_transit' });
  await shop('POST', `/shipping/deliveries/${job.job_number}/verify`, {
    type: 'delivery',
    code: job.delivery_code,
  });
  await rider('GET', '/driver/cash');
  const deposit = await rider('POST', '/driver/cash/deposits', {});
  await chief('GET', '/dispatch/cash/deposits');
  await chief('POST', `/dispatch/cash/deposits/${deposit.id}/count`, { amount: 40 });
}

async function readAll(shop, jobs) {
  const numbers = jobs.map(({ job_number }) => job_number);
  for (const number of numbers) {
    await shop('GET', `/shipping/deliveries/${number}`);
    await shop('GET', `/shipping/deliveries/${number}/track`);
  }
  await shop('POST', '/shipping/bulk-track', { job_numbers: [...numbers, 'SHP-0000-0000'] });
  await shop('GET', '/shipping/deliveries?status=delivered&limit=2');
  const [zone] = await shop('GET', '/shipping/zones');
  await shop('GET', `/shipping/zones/${zone.id}`);
}

async function minding(shop, { id }) {
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { description: 'Mine' }],
    ['POST', '/disable'],
    ['POST', '/enable'],
    ['GET', '/health'],
    ['GET', '/messages'],
    ['POST', '/rotate-secret', {}],
  ])
    await shop(method, `/webhooks/${id}${path}`, body);
  const [message] = await shop('GET', '/webhooks/messages');
  if (message) await shop('GET', `/webhooks/messages/${message.id}`);
  const [delivery] = await shop('GET', '/webhooks/deliveries');
  if (delivery) await shop('GET', `/webhooks/deliveries/${delivery.id}`);
  await shop('DELETE', `/webhooks/${id}`);
}

async function direct(chief, job) {
  await chief('GET', `/dispatch/deliveries/${job.job_number}`);
  const incident = await chief('POST', `/dispatch/deliveries/${job.job_number}/incidents`, {
    kind: 'other',
    description: 'The gate is shut.',
  });
  await chief('POST', `/dispatch/incidents/${incident.id}/resolve`, { resolution: 'It opened.' });
  const draft = await chief('POST', '/dispatch/rate-cards', { card: { per_km: 4.5 } });
  await chief('GET', `/dispatch/rate-cards/${draft.version}`);
  await chief('DELETE', `/dispatch/rate-cards/${draft.version}`);
}
