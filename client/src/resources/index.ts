export { createClient } from './create-client.ts';
export { CottontreeError } from '../cottontree-error.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.ts';
export { constructEvent } from './construct-event.ts';
export { verifyWebhook, WebhookVerificationError } from '../webhooks.ts';
