import { randomUUID } from 'node:crypto';
import { createClient } from '@cottontree/client';
import { operations } from '@cottontree/contract';
import { newEvent } from './event.ts';
import type { TestMerchant, TestService } from './service.ts';
import { shelve } from './stock.ts';

/** A path parameter or field that names a thing, and the code for a thing that is not there. */
export const ABSENT = {
  jobNumber: 'SHP-0000-0000',
  adr: 'adr_00000000000000000000000000',
  zone: 'zone_00000000000000000000000000',
  version: '999999',
  we: 'we_00000000000000000000000000',
  key: 'key_00000000000000000000000000',
  req: 'req_000000000000000000000000',
  clk: 'clk_00000000000000000000000000',
  clm: 'clm_00000000000000000000000000',
  imp: 'imp_00000000000000000000000000',
  msg: 'msg_00000000000000000000000000',
  wd: 'wd_00000000000000000000000000',
  wj: 'wj_00000000000000000000000000',
  pay: 'pay_00000000000000000000000000',
  re: 're_00000000000000000000000000',
  plink: 'plink_00000000000000000000000000',
  slug: 'no-link-has-this',
  po: 'po_00000000000000000000000000',
  rcn: 'rcn_00000000000000000000000000',
  prv: 'prv_00000000000000000000000000',
  drv: 'drv_00000000000000000000000000',
  evt: 'evt_00000000000000000000000000',
  tt: 'tt_00000000000000000000000000',
  pool: 'pool_00000000000000000000000000',
  tor: 'tor_00000000000000000000000000',
  prm: 'prm_00000000000000000000000000',
  wle: 'wle_00000000000000000000000000',
  tkt: 'tkt_00000000000000000000000000',
  scn: 'scn_00000000000000000000000000',
  dev: 'dev_00000000000000000000000000',
  dep: 'dep_00000000000000000000000000',
  inc: 'inc_00000000000000000000000000',
  off: 'off_00000000000000000000000000',
  ses: 'ses_00000000000000000000000000',
  usr: 'usr_00000000000000000000000000',
  mch: 'mch_00000000000000000000000000',
  mbr: 'mbr_00000000000000000000000000',
  ivt: 'ivt_00000000000000000000000000',
  psk: 'psk_00000000000000000000000000',
  cit: `cit_${'0'.repeat(43)}`,
  cus: 'cus_00000000000000000000000000',
  inv: 'inv_00000000000000000000000000',
  cn: 'cn_00000000000000000000000000',
  rinv: 'rinv_00000000000000000000000000',
  loc: 'loc_00000000000000000000000000',
  prod: 'prod_00000000000000000000000000',
  var: 'var_00000000000000000000000000',
  cat: 'cat_00000000000000000000000000',
  mgr: 'mgr_00000000000000000000000000',
  tax: 'tax_00000000000000000000000000',
  disc: 'disc_00000000000000000000000000',
  srf: 'srf_00000000000000000000000000',
  cnt: 'cnt_00000000000000000000000000',
  stx: 'stx_00000000000000000000000000',
  stf: 'stf_00000000000000000000000000',
  trm: 'trm_00000000000000000000000000',
  wse: 'wse_00000000000000000000000000',
  csh: 'csh_00000000000000000000000000',
  sale: 'sale_00000000000000000000000000',
};
export type Kind = keyof typeof ABSENT;
export type Things = Readonly<Partial<Record<Kind, string>>>;
/** What belongs to the platform: there is none of another merchant. */
export const OF_PLATFORM: ReadonlySet<Kind> = new Set<Kind>([
  'zone',
  'version',
  'ses',
  'usr',
  'mch',
  'off',
  'dep',
  // Of people, who belong to a merchant in both modes; their own tests ask for another merchant's.
  'mbr',
  'ivt',
  'psk',
  'cit',
]);

/** The kind of thing that an example's id names. */
export const kindOf = (id: string): Kind =>
  id === operations.getPublicPaymentLink.example.params.slug
    ? 'slug'
    : /^\d+$/.test(id)
      ? 'version'
      : id.startsWith('SHP-')
        ? 'jobNumber'
        : (id.slice(0, id.indexOf('_')) as Kind);

let riders = 0;

/** One thing of every kind that paths name; live data have no test clock. */
export async function thingsOf(
  service: TestService,
  { key, clock }: { readonly key: string; readonly clock: boolean },
): Promise<Things> {
  const client = createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });
  const webhook = await client.createWebhook({
    body: { url: `${key.startsWith('sk_live') ? 'https' : 'http'}://127.0.0.1:65534/hook`, events: ['*'] },
  });
  const address = await client.saveAddress({ body: { address: '3 Pademba Road', city: 'Freetown' } });
  const delivery = await client.createDelivery({
    body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' },
  });
  const claim = await client.createClaim({
    body: { job_number: delivery.data.job_number, type: 'overcharged', amount: 1 },
  });
  const event = await newEvent({ client }, { status: 'published' });
  const order = await client.createTicketOrder({
    params: { id: event.id },
    body: {
      items: [{ ticket_type_id: event.ticket_types[0]?.id ?? '', quantity: 1 }],
      payment: { method: 'cash' },
    },
  });
  const scan = await client.scanTicket({
    params: { id: event.id },
    body: { code: order.data.tickets[0]?.qr ?? '' },
  });
  const device = await client.createScannerDevice({ params: { id: event.id }, body: { name: 'Door 2' } });
  const promo = await client.createPromoCode({
    params: { id: event.id },
    body: { code: 'EARLY', kind: 'percent', value: 10 },
  });
  const entry = await client.joinWaitlist({
    params: { id: event.id },
    body: { ticket_type_id: event.ticket_types[0]?.id ?? '', email: 'isatu@example.sl' },
  });
  const pool = await client.createPool({
    params: { id: event.id },
    body: { name: 'Stand', capacity: 5, ticket_type_ids: [] },
  });
  const payment = await client.createPayment({ body: { amount: 5, channel: 'cash' } });
  const paid = await client.confirmPayment({
    params: { id: (await client.createPayment({ body: { amount: 5, channel: 'cash' } })).data.id },
  });
  const refund = await client.createRefund({ params: { id: paid.data.id }, body: { amount: 1 } });
  const link = await client.createPaymentLink({ body: { title: 'Fees', amount: 5 } });
  const books = await client.createReconciliation({
    body: { provider: 'cash', transactions: [{ provider_ref: 'A', amount: 1, at: '2026-01-01' }] },
  });
  const account = await client.createProviderAccount({
    body: {
      provider: 'generic_http',
      credentials: { secret: 'a-secret-of-more-than-32-characters-1' },
      settings: { base_url: `${key.startsWith('sk_live') ? 'https' : 'http'}://127.0.0.1:65534` },
    },
  });
  const customer = await client.createCustomer({ body: { name: 'Isatu' } });
  const invoice = await client.createInvoice({
    body: { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 5 }], finalize: true },
  });
  const credit = await client.createCreditNote({ params: { id: invoice.data.id }, body: { amount: 1 } });
  const recurring = await client.createRecurringInvoice({
    body: {
      frequency: 'monthly',
      template: { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 5 }] },
    },
  });
  const product = await client.createProduct({
    body: { name: 'T-shirt', price: 150, variants: [{ name: 'M' }, { name: 'L' }] },
  });
  const category = await client.createCategory({ body: { name: 'Clothes' } });
  const modifiers = await client.createModifierGroup({ body: { name: 'Extras' } });
  const tax = await client.createTaxRate({ body: { name: 'GST', rate: 15 } });
  const discount = await client.createDiscount({ body: { name: 'Staff', type: 'percent', value: 10 } });
  const location = await client.createLocation({ body: { name: 'Stall' } });
  const count = await client.createStockCount({ body: {} });
  const shelved = await shelve({ client }, 1);
  const transfer = await client.createStockTransfer({
    body: { to_location_id: location.data.id, items: [{ variant_id: shelved.variantId, quantity: 1 }] },
  });
  const staff = await client.createStaff({ body: { name: 'Aminata' } });
  const terminal = await client.createTerminal({ body: { name: 'Front till' } });
  const session = await client.createWidgetSession({ body: {} });
  const sold = await client.createSale({
    body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'cash' }] },
  });
  const cameBack = await client.refundSale({ params: { id: sold.data.id }, body: { amount: 1 } });
  const drawer = await client.openCashSession({ body: { terminal_id: terminal.data.id } });
  // Flagged, for it is said to have happened long ago.
  const moved = {
    client_id: randomUUID(),
    kind: 'movement',
    cash_session_id: drawer.data.id,
    type: 'pay_in',
    amount: 5,
    reason: 'Change',
    occurred_at: '2024-01-01T00:00:00Z',
  };
  await client.syncDrawers({ body: { entries: [moved] } });
  const imported = await client.createImport({ body: { csv: 'weight_kg\nheavy' } });
  const made = await client.createKey({ body: { name: 'Another', scopes: ['shipping:read'] } });
  const incident = await client.openIncident({
    params: { jobNumber: delivery.data.job_number },
    body: { kind: 'other' },
  });
  const phone = `+2327655${String((riders += 1)).padStart(4, '0')}`;
  await service.drain();
  const [message] = (await client.listMessages()).data;
  const [sent] = (await client.listWebhookDeliveries()).data;
  const [logged] = (await client.listRequests()).data;
  return {
    jobNumber: delivery.data.job_number,
    cus: customer.data.id,
    inv: invoice.data.id,
    cn: credit.data.id,
    rinv: recurring.data.id,
    loc: location.data.id,
    prod: product.data.id,
    var: product.data.variants[0]?.id ?? '',
    cat: category.data.id,
    mgr: modifiers.data.id,
    tax: tax.data.id,
    disc: discount.data.id,
    sale: sold.data.id,
    srf: cameBack.data.id,
    cnt: count.data.id,
    stx: transfer.data.id,
    stf: staff.data.id,
    trm: terminal.data.id,
    wse: session.data.id,
    csh: drawer.data.id,
    adr: address.data.id,
    clm: claim.data.id,
    evt: event.id,
    tt: event.ticket_types[0]?.id ?? '',
    pool: pool.data.id,
    tor: order.data.id,
    prm: promo.data.id,
    wle: entry.data.id,
    tkt: order.data.tickets[0]?.id ?? '',
    scn: scan.data.scan_id ?? '',
    dev: device.data.id,
    imp: imported.data.id ?? '',
    pay: payment.data.id,
    re: refund.data.id,
    plink: link.data.id,
    slug: link.data.slug,
    rcn: books.data.id ?? '',
    // Live money lies with a provider of the world outside.
    ...(clock ? { po: await payoutOf(client) } : {}),
    prv: account.data.id,
    we: webhook.data.id,
    wj:
      (await client.recoverWebhook({ params: { id: webhook.data.id }, body: { since: '2026-01-01' } })).data
        .job?.id ?? '',
    key: made.data.id,
    ...(logged ? { req: logged.id } : {}),
    inc: incident.data.id,
    drv: (await client.createDispatchDriver({ body: { name: 'Rider', phone } })).data.id,
    ...(clock ? { clk: (await client.createTestClock()).data.id } : {}),
    ...(message ? { msg: message.id } : {}),
    ...(sent ? { wd: sent.id } : {}),
  };
}

/** Money that came by the test provider, on its way out. */
async function payoutOf(client: TestMerchant['client']): Promise<string> {
  const { data } = await client.createPayment({
    body: { amount: 5, channel: 'card', test_card: '4000002500003155' },
  });
  await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded' } });
  return (await client.createPayout({ body: { amount: 5 } })).data.id;
}
