const CUSTOMER = { name: 'Fatmata Koroma', phone: '076 551 209', email: 'fatmata@example.sl' };
const POSTERS = { tax_rate: 15, items: [{ description: 'Posters, A2', quantity: 20, unit_price: 15 }] };

/** A day of the demo merchant behind the till and over the books: calls that succeed. */
export async function takeShopJourney(shop) {
  const customer = await shop('POST', '/customers', CUSTOMER);
  const goods = await stockUp(shop);
  await workTheTill(shop, { customer, goods });
  await sellWithoutNetwork(shop, goods);
  await bill(shop, customer);
  for (const path of [
    '/customers',
    '/pos/products',
    '/pos/inventory',
    '/pos/inventory/movements',
    '/pos/inventory/low-stock',
    '/pos/sales',
    '/pos/refunds',
    '/pos/reports/sales',
    '/pos/reports/z',
    '/pos/sync',
    '/invoices',
    '/credit-notes',
    '/invoices/recurring',
  ])
    await shop('GET', path);
}

async function stockUp(shop) {
  const rate = await shop('POST', '/pos/tax-rates', { name: 'GST', rate: 15 });
  const product = await shop('POST', '/pos/products', {
    name: 'Country cloth',
    price: 120,
    tax_rate_id: rate.id,
    tax_inclusive: true,
    variants: [
      { name: 'Indigo', sku: 'AUDIT-IND' },
      { name: 'Brown', sku: 'AUDIT-BRO' },
    ],
  });
  await shop('PATCH', `/pos/products/${product.id}`, { description: 'Woven in Bo.' });
  const [{ id }] = product.variants;
  await shop('POST', '/pos/inventory/adjustments', {
    items: [{ variant_id: id, delta: 20, reason: 'initial' }],
  });
  const stall = await shop('POST', '/pos/locations', { name: 'Lumley stall' });
  const transfer = await shop('POST', '/pos/inventory/transfers', {
    to_location_id: stall.id,
    items: [{ variant_id: id, quantity: 2 }],
  });
  await shop('POST', `/pos/inventory/transfers/${transfer.id}/receive`, {});
  const count = await shop('POST', '/pos/inventory/counts', {});
  await shop('POST', `/pos/inventory/counts/${count.id}/lines`, { items: [{ variant_id: id, counted: 17 }] });
  await shop('POST', `/pos/inventory/counts/${count.id}/submit`, {});
  return id;
}

async function workTheTill(shop, { customer, goods }) {
  const staff = await shop('POST', '/pos/staff', { name: 'Aminata Sesay', role: 'manager' });
  await shop('POST', `/pos/staff/${staff.id}/pin`, { pin: '493817' });
  const terminal = await shop('POST', '/pos/terminals', { name: 'Front till' });
  const drawer = await shop('POST', '/pos/cash-sessions', { terminal_id: terminal.id, opening_float: 100 });
  const at = { terminal_id: terminal.id, staff_id: staff.id, cash_session_id: drawer.id };
  const sale = await shop('POST', '/pos/sales', {
    ...at,
    customer_id: customer.id,
    items: [{ variant_id: goods, quantity: 2 }],
    payments: [{ channel: 'cash', tendered: 300 }],
  });
  for (const format of ['json', 'text', 'html', 'pdf', 'escpos'])
    await shop('GET', `/pos/sales/${sale.id}/receipt?format=${format}`);
  await shop('POST', `/pos/sales/${sale.id}/refunds`, {
    items: [{ line: 1, quantity: 1 }],
    cash_session_id: drawer.id,
    reason: 'A stain',
  });
  const parked = await shop('POST', '/pos/sales', {
    items: [{ custom_name: 'Sewing', unit_price: 40 }],
    status: 'parked',
  });
  await shop('PATCH', `/pos/sales/${parked.id}`, { notes: 'Until noon' });
  await shop('POST', `/pos/sales/${parked.id}/complete`, { payments: [{ channel: 'cash' }] });
  await shop('POST', `/pos/sales/${parked.id}/void`, { reason: 'Rung up twice' });
  await shop('POST', `/pos/cash-sessions/${drawer.id}/movements`, { type: 'drop', amount: 50 });
  await shop('GET', `/pos/cash-sessions/${drawer.id}/report`);
  await shop('POST', `/pos/cash-sessions/${drawer.id}/close`, { counted: [{ tender: 'cash', amount: 170 }] });
}

async function sellWithoutNetwork(shop, goods) {
  const sales = [
    {
      client_id: crypto.randomUUID(),
      items: [{ variant_id: goods, quantity: 1, unit_price: 120 }],
      payments: [{ channel: 'cash' }],
      total: 120,
      occurred_at: new Date().toISOString(),
    },
  ];
  await shop('POST', '/pos/sync/sales', { sales });
}

async function bill(shop, customer) {
  const draft = await shop('POST', '/invoices', { customer_id: customer.id, ...POSTERS });
  await shop('PATCH', `/invoices/${draft.id}`, { notes: 'Thank you.' });
  await shop('POST', `/invoices/${draft.id}/finalize`, {});
  await shop('POST', `/invoices/${draft.id}/pay`, { channel: 'cash', amount: 100 });
  await shop('POST', `/invoices/${draft.id}/credit-notes`, { amount: 15 });
  await shop('POST', `/invoices/${draft.id}/send`, { channels: ['link'] });
  await shop('GET', `/invoices/${draft.id}/pdf`);
  await shop('POST', '/invoices/recurring', {
    frequency: 'monthly',
    template: { customer_id: customer.id, ...POSTERS },
  });
  const mistaken = await shop('POST', '/invoices', { customer_id: customer.id, ...POSTERS, finalize: true });
  await shop('POST', `/invoices/${mistaken.id}/void`);
}
