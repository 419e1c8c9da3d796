import {
  ConflictError,
  constructEvent,
  CottontreeError,
  createClient,
  NotFoundError,
} from '@cottontree/client';

/** Run with the address of a service and a test key: one delivery from quote to hand-over, and what a program meets on the way. */
export async function journey(baseUrl: string, apiKey: string): Promise<Record<string, unknown>> {
  const client = createClient({ baseUrl, apiKey, retryBaseMs: 20 });
  const quote = await client.quotes.get({ pickup_city: 'Freetown', delivery_city: 'Lumley', weight_kg: 1.5 });
  const parcel = {
    pickup_city: 'Freetown',
    delivery_city: 'Lumley',
    delivery_address: '27 Freetown Road',
    recipient_phone: '078 234567',
    weight_kg: 1.5,
  };
  const options = { idempotencyKey: `journey-${Date.now()}` };
  const created = await client.deliveries.create(parcel, options).withResponse();
  const again = await client.deliveries.create(parcel, options).withResponse();
  const { job_number } = created.data;
  await client.deliveries.create(parcel);

  const { etag } = await client.deliveries.get(job_number).withResponse();
  const changed = await client.deliveries.update(
    job_number,
    { delivery_instructions: 'Ring twice.' },
    etag === null ? {} : { ifMatch: etag },
  );
  const late = await client.deliveries
    .update(job_number, { delivery_instructions: 'Knock.' }, etag === null ? {} : { ifMatch: etag })
    .then(
      () => 'changed',
      (error: unknown) => (error instanceof ConflictError ? error.code : 'another error'),
    );

  const listed: string[] = [];
  for await (const delivery of client.deliveries.list({ limit: 1, status: 'pending' }))
    listed.push(delivery.job_number);
  const page = await client.deliveries.list({ limit: 1 });

  const missing = await client.deliveries.track('SHP-0000-0000').catch((error: unknown) => {
    if (error instanceof NotFoundError && error instanceof CottontreeError) return error.code;
    throw error;
  });
  const walked = await client.test.deliveries.advance(job_number, { to_status: 'picked_up' });
  const wrong = await client.deliveries.verify(job_number, { type: 'delivery', code: '000000' }).result();
  const stopped = new AbortController();
  stopped.abort(new Error('enough'));
  const aborted = await client.zones.list({}, { signal: stopped.signal }).then(
    () => 'answered',
    (error: unknown) => String(error),
  );
  const clock = await client.test.clocks.create({});
  await client.test.clocks.advance(clock.id, { seconds: 60 });
  await client.test.clocks.delete(clock.id);

  const { secret, body, headers } = await client.webhooks.getVerifyExample();
  const forged = await constructEvent(`${body} `, { ...headers }, secret).catch((error: Error) => error.name);

  return {
    fee: quote.shipping_fee === created.data.shipping_fee,
    replayed: [created.replayed, again.replayed, again.data.job_number === job_number],
    changed: changed.delivery_instructions,
    late,
    listed: listed.length,
    more: page.meta.has_next_page,
    missing,
    status: walked.status,
    wrong: wrong.ok ? 'right' : wrong.error.code,
    left: !wrong.ok && wrong.error.code === 'INVALID_HANDOFF_CODE' ? wrong.error.details.attempts_left : null,
    aborted,
    forged,
  };
}
