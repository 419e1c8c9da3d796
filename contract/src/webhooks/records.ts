import { Type, type Static } from 'typebox';
import { Described, Nullable, OneOf, TimeOut } from '../schema.ts';
import { CreatedAtOut, EndpointIdOut, UpdatedAtOut } from '../shared-fields.ts';
import { Kind, Subscription } from './catalogue.ts';
import { statusesOf } from '../statuses.ts';

export const endpointStatuses = /* @__PURE__ */ statusesOf('endpoint');
export type EndpointStatus = (typeof endpointStatuses)[number];

/** What counts as received: exactly 200, or any 2xx. */
export const successRules = Object.freeze(['200', '2xx'] as const);
export type SuccessRule = (typeof successRules)[number];

export const webhookDeliveryStatuses = /* @__PURE__ */ statusesOf('webhook');
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

export const attemptTriggers = Object.freeze(['auto', 'manual', 'recovery', 'test'] as const);
export type AttemptTrigger = (typeof attemptTriggers)[number];

export const attemptErrors = Object.freeze([
  'timeout',
  'dns',
  'connect',
  'tls',
  'blocked',
  'status',
  'reset',
] as const);
export type AttemptError = (typeof attemptErrors)[number];

/** Faults that a merchant can order for practice. */
export const faultModes = Object.freeze(['slow', 'duplicate', 'reorder', 'fail'] as const);
export type FaultMode = (typeof faultModes)[number];

const Livemode = Type.Boolean({ description: 'Whether it is about live data.' });
const Headers = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

/** primary signs; next signs beside it until it takes its place; previous signs on for a while after that. */
export const secretRoles = Object.freeze(['primary', 'next', 'previous'] as const);
export type WebhookSecretRole = (typeof secretRoles)[number];

export const WebhookSecret = Type.Object(
  {
    id: Type.String({ description: '`wsec_…`; opens nothing by itself.' }),
    role: OneOf(
      secretRoles,
      'primary signs X-Service-Signature, next X-Service-Signature-Next, previous X-Service-Signature-Previous; webhook-signature is by all of them.',
    ),
    created_at: CreatedAtOut,
    promotes_at: Nullable(TimeOut('When a next secret becomes the primary by itself; null for the others.')),
    expires_at: Nullable(TimeOut('When it signs no more; null: not before another takes its place.')),
  },
  { title: 'WebhookSecret', description: 'A signing secret; its text is shown once, where it is made.' },
);
export type WebhookSecret = Static<typeof WebhookSecret>;

const endpoint = {
  id: Type.String({ description: '`we_…`.' }),
  url: Type.String({ description: 'Where messages are sent.' }),
  events: Type.Array(Subscription, { description: 'What it has subscribed to.' }),
  description: Nullable(Type.String({ description: "The merchant's own words for it; null: none." })),
  status: OneOf(endpointStatuses, 'Whether messages are sent to it.'),
  disabled_reason: Nullable(Type.String({ description: 'Why it gets nothing now; null: it gets messages.' })),
  success: OneOf(successRules, 'Which answers count as received.'),
  max_in_flight: Type.Integer({ description: 'Requests under way at once.' }),
  rate_per_second: Nullable(Type.Number({ description: 'Requests a second; null: as many as there are.' })),
  ordered: Type.Boolean({ description: 'Messages about one thing one after the other.' }),
  header_names: Type.Array(Type.String(), {
    description: 'Names of the extra headers; their values are not shown.',
  }),
  secrets: Type.Array(WebhookSecret, { description: 'At most 5, without their text.' }),
  created_at: CreatedAtOut,
  updated_at: UpdatedAtOut,
  livemode: Livemode,
};

export const Webhook = Type.Object(endpoint, {
  title: 'Webhook',
  description: 'An endpoint that events are sent to.',
});
export type Webhook = Static<typeof Webhook>;

export const NewWebhook = Type.Object(
  {
    ...endpoint,
    secret: Type.String({ description: 'Signs every request to the endpoint. Shown only here, once.' }),
  },
  { title: 'NewWebhook', description: 'An endpoint with its new signing secret.' },
);
export type NewWebhook = Static<typeof NewWebhook>;

const attempt = {
  number: Type.Integer({ description: 'Counts from 1.' }),
  trigger: OneOf(attemptTriggers, 'Why it was sent just then.'),
  at: TimeOut('When it happened.'),
  duration_ms: Type.Integer({ description: 'Milliseconds until the answer, or until it was given up.' }),
  response_status: Nullable(
    Type.Integer({ description: 'What the endpoint answered; null: no answer came.' }),
  ),
  error: Nullable(OneOf(attemptErrors, 'What went wrong; null: nothing.')),
  hint: Nullable(Type.String({ description: 'What to do about it; null: nothing.' })),
  drill: Nullable(
    OneOf(faultModes, 'The fault that was ordered for it with createWebhookFault; null for none.'),
  ),
};

export const AttemptSummary = Type.Object(attempt, {
  title: 'WebhookAttemptSummary',
  description: 'One POST to an endpoint.',
});
export type AttemptSummary = Static<typeof AttemptSummary>;

export const Attempt = Type.Object(
  {
    ...attempt,
    request: Type.Object(
      {
        headers: Described(Headers, 'What was sent, but for headers of your own, which are kept nowhere.'),
        body: Type.String({ description: 'What was sent and signed.' }),
      },
      { description: 'Handoff codes are masked for keys without shipping:read.' },
    ),
    response: Nullable(
      Type.Object(
        {
          headers: Described(Headers, 'By their names in lower case.'),
          body: Type.String({ description: 'Its first 16 KiB.' }),
        },
        { description: 'What the endpoint answered; null: no answer came.' },
      ),
    ),
  },
  { title: 'WebhookAttempt', description: 'One POST to an endpoint with what was sent and answered.' },
);
export type Attempt = Static<typeof Attempt>;

const delivery = {
  id: Type.String({ description: '`wd_…`.' }),
  message_id: Type.String({ description: '`msg_…`.' }),
  endpoint_id: EndpointIdOut,
  event: Kind,
  entity: Nullable(
    Type.String({ description: 'What it is about: the job number of a delivery; null: no single thing.' }),
  ),
  status: OneOf(webhookDeliveryStatuses, 'How far it is.'),
  reason: Nullable(Type.String({ description: 'Why it was skipped or failed; null: it was not.' })),
  next_attempt_at: Nullable(TimeOut('When it is tried next; null: not any more.')),
  created_at: CreatedAtOut,
  finished_at: Nullable(TimeOut('When it came to its end; null: not yet.')),
  livemode: Livemode,
};

export const WebhookDeliverySummary = Type.Object(
  {
    ...delivery,
    attempts: Type.Array(AttemptSummary, { description: 'Every attempt so far, the oldest first.' }),
  },
  { title: 'WebhookDeliverySummary', description: 'One message for one endpoint.' },
);
export type WebhookDeliverySummary = Static<typeof WebhookDeliverySummary>;

export const WebhookDelivery = Type.Object(
  { ...delivery, attempts: Type.Array(Attempt, { description: 'Every attempt so far, the oldest first.' }) },
  {
    title: 'WebhookDelivery',
    description: 'One message for one endpoint, with all that was sent and answered.',
  },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const message = {
  id: Type.String({ description: 'The webhook-id that receivers see.' }),
  event: Kind,
  entity: Nullable(
    Type.String({ description: 'What it is about: the job number of a delivery; null: no single thing.' }),
  ),
  created_at: CreatedAtOut,
  livemode: Livemode,
};

export const MessageSummary = Type.Object(message, {
  title: 'MessageSummary',
  description: 'Something that happened.',
});
export type MessageSummary = Static<typeof MessageSummary>;

export const Message = Type.Object(
  {
    ...message,
    body: Type.String({
      description: 'The body as it is sent. Handoff codes are masked for keys without shipping:read.',
    }),
    deliveries: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: '`wd_…`.' }),
          endpoint_id: EndpointIdOut,
          status: OneOf(webhookDeliveryStatuses, 'How far it is.'),
        },
        { title: 'MessageDelivery', description: 'One endpoint the message is for.' },
      ),
      { description: 'One for each endpoint that it is for.' },
    ),
  },
  { title: 'Message', description: 'Something that happened, as receivers are told.' },
);
export type Message = Static<typeof Message>;
