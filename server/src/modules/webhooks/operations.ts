export * from './endpoints/webhooks.ts';
export * from './drills/webhook-faults.ts';
export * from './log/messages.ts';
export * from './signing/get-verify-example.ts';
export {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhookDelivery,
} from './log/webhook-deliveries.ts';
export { getWebhookHealth } from './health/get-webhook-health.ts';
export * from './fan-out/list-event-types.ts';
export * from './feed/poll-webhook-messages.ts';
export * from './live/watch-changes.ts';
export * from './recovery/webhook-jobs.ts';
export * from './endpoints/webhook-secrets.ts';
export * from './trial/test-webhook.ts';
