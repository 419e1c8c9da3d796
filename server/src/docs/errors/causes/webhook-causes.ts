import { because } from './explanation.ts';

/** Refusals about endpoints, messages and jobs. */
export const webhookCauses = {
  TOO_MANY_ENDPOINTS: because(
    'The merchant has as many webhook endpoints as are allowed in this mode; `details.endpoints_max` says how many.',
    'Delete endpoints that are not used, or let one receive several kinds of events and hand them on itself.',
  ),
  TOO_MANY_SECRETS: because(
    'The endpoint has as many signing secrets as are allowed, because one was rolled while older ones still count.',
    'Wait until the oldest ends; `details.next_end` says when. Or promote the new one, so that the old one ends.',
  ),
  TOO_MANY_JOBS: because(
    'As many jobs of this kind are at work as the merchant may have: imports, or recoveries of webhooks.',
    'Wait until one has ended, or cancel one that is not needed.',
  ),
  WEBHOOK_NOT_FOUND: because(
    'No endpoint of this merchant and mode has the id: it was deleted, or belongs to the other mode.',
    'List the endpoints with the same key and take the id from there. Live and test endpoints are apart.',
  ),
  MESSAGE_NOT_FOUND: because(
    'No message of this merchant and mode has the id, or it is older than messages are kept.',
    'List messages with the same key, narrowed by time or kind, and take the id from there.',
  ),
  WEBHOOK_DELIVERY_NOT_FOUND: because(
    'No delivery of a message has this id for this merchant and mode.',
    'Take the id from the list of webhook deliveries or from the header `X-Service-Delivery` of the request you received.',
  ),
  WEBHOOK_JOB_NOT_FOUND: because(
    'No recovery of this endpoint has the id, or it is long over.',
    'List the jobs of the endpoint and take the id from there.',
  ),
} as const;
