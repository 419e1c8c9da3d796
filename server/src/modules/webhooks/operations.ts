export {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './webhooks.ts';
export { createWebhookFault, deleteWebhookFault, listWebhookFaults } from './drills/webhook-faults.ts';
export { getMessage, listMessages } from './messages.ts';
export { getVerifyExample } from './get-verify-example.ts';
export { getWebhookDelivery, listWebhookDeliveries } from './webhook-deliveries.ts';
export { getWebhookHealth } from './health/get-webhook-health.ts';
export { listEventTypes } from './list-event-types.ts';
export { redeliverWebhookDelivery } from './redeliver-webhook-delivery.ts';
export { pollWebhookMessages } from './feed/poll-webhook-messages.ts';
export { cancelWebhookJob, getWebhookJob, listWebhookJobs } from './recovery/webhook-jobs.ts';
export { recoverWebhook } from './recovery/recover-webhook.ts';
export { promoteWebhookSecret } from './secrets/promote-webhook-secret.ts';
export { rotateWebhookSecret } from './secrets/rotate-webhook-secret.ts';
export { testWebhook } from './test-webhook.ts';
