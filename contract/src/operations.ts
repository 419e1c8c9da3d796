import { assignDelivery } from './dispatch.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { listAddresses, saveAddress } from './shipping/addresses.ts';
import { cancelDelivery, createDelivery, getDelivery, listDeliveries } from './shipping/deliveries.ts';
import { verifyHandoff } from './shipping/handoff.ts';
import { getQuote } from './shipping/quote.ts';
import { bulkTrack, trackDelivery } from './shipping/tracking.ts';
import { listZones } from './shipping/zones.ts';
import { advanceDelivery, advanceTestClock, createTestClock, deleteTestClock } from './test-mode.ts';
import { getMessage, getVerifyExample, getWebhookDelivery, listEventTypes, listMessages, listWebhookDeliveries, redeliverWebhookDelivery } from './webhooks/deliveries.ts';
import { createWebhook, deleteWebhook, disableWebhook, enableWebhook, getWebhook, listWebhooks, testWebhook, updateWebhook } from './webhooks/endpoints.ts';

/** Every operation by its id: server, documentation and client all walk this record. */
export const operations = Object.freeze({
  getQuote,
  createDelivery,
  listDeliveries,
  getDelivery,
  trackDelivery,
  verifyHandoff,
  cancelDelivery,
  bulkTrack,
  listZones,
  saveAddress,
  listAddresses,

  createWebhook,
  listWebhooks,
  listEventTypes,
  listMessages,
  getMessage,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhookDelivery,
  getVerifyExample,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  enableWebhook,
  disableWebhook,
  testWebhook,

  createKey,
  listKeys,
  revokeKey,
  rotateKey,

  assignDelivery,

  advanceDelivery,
  createTestClock,
  advanceTestClock,
  deleteTestClock,
});

export type Operations = typeof operations;

/** Name of an operation, of its handler and of its client method. */
export type OperationId = keyof Operations;
