import { createClient } from '@cottontree/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'sk_test_…' });
const delivery = await client.deliveries.create({
  pickup_city: 'Freetown',
  delivery_city: 'Lumley',
  delivery_address: '27 Freetown Road',
  recipient_phone: '078 234567',
});
console.log(delivery.job_number, delivery.shipping_fee);
