export const exampleEndpointId = 'we_01m7yp4vq8f8sa4a08ma8cp2dy';
export const exampleMessageId = 'msg_01m7yp4srre209e457p23s65dq';
export const exampleWebhookDeliveryId = 'wd_01m7yp4tr0fnmtx7q934t3mhh1';
export const exampleSecretId = 'wsec_01m7yp4vq8f8sa4a08ma8cp2dz';
/** Of no endpoint; for examples only. */
export const exampleSecret = 'whsec_32TJF/dvWzrvUpBmbzb1ZN+ixzd6HvhYwdPXu+mlSCU=';

/** A whole webhook body, byte for byte. */
export const exampleBody =
  '{"event":"shipping.status.updated","livemode":false,"created":1795255900,"data":{"object":{"transaction_id":"txn_20261121_0042","job_number":"SHP-7A9K-NZZK","status":"in_transit","order_status":"shipped","pickup_verified":true,"delivery_verified":false,"order_number":"ORD-1042"}}}';

export const exampleWebhook = {
  id: exampleEndpointId,
  url: 'https://shop.example.sl/hooks/cottontree',
  events: ['*'],
  description: 'Web shop',
  status: 'active',
  disabled_reason: null,
  success: '200',
  max_in_flight: 8,
  rate_per_second: null,
  ordered: false,
  header_names: ['x-shop'],
  secrets: [
    {
      id: exampleSecretId,
      role: 'primary',
      created_at: '2026-11-20T16:02:11.000Z',
      promotes_at: null,
      expires_at: null,
    },
  ],
  created_at: '2026-11-20T16:02:11.000Z',
  updated_at: '2026-11-20T16:02:11.000Z',
  livemode: false,
};

export const exampleAttemptSummary = {
  number: 1,
  trigger: 'auto',
  at: '2026-11-21T10:11:40.218Z',
  duration_ms: 184,
  response_status: 200,
  error: null,
  hint: null,
  drill: null,
};

export const exampleAttempt = {
  ...exampleAttemptSummary,
  request: {
    headers: {
      'content-type': 'application/json',
      'x-service-event': 'shipping.status.updated',
      'x-service-delivery': exampleWebhookDeliveryId,
      'x-service-attempt': '1',
      'webhook-id': exampleMessageId,
      'webhook-timestamp': '1795255900',
    },
    body: exampleBody,
  },
  response: { headers: { 'content-type': 'text/plain' }, body: 'ok' },
};

const exampleStanding = {
  id: exampleWebhookDeliveryId,
  message_id: exampleMessageId,
  endpoint_id: exampleEndpointId,
  event: 'shipping.status.updated',
  entity: 'SHP-7A9K-NZZK',
  status: 'succeeded',
  reason: null,
  next_attempt_at: null,
  created_at: '2026-11-21T10:11:40.020Z',
  finished_at: '2026-11-21T10:11:40.402Z',
  livemode: false,
};

export const exampleDeliveryListed = { ...exampleStanding, attempts: [exampleAttemptSummary] };
export const exampleWebhookDelivery = { ...exampleStanding, attempts: [exampleAttempt] };

export const exampleMessage = {
  id: exampleMessageId,
  event: 'shipping.status.updated',
  entity: 'SHP-7A9K-NZZK',
  created_at: '2026-11-21T10:11:40.020Z',
  livemode: false,
};
