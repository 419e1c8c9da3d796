export { createClient } from './create-client.ts';
export { createRawClient } from './create-raw-client.ts';
export { firstOf } from './first-of.ts';
export { CottontreeError, type TransportCode } from './cottontree-error.ts';
export type { ClientOptions } from './client-options.ts';
export type { Answer, AnswerOf, Call, CallOptions, Client, ListAnswer, ListId } from './calls.ts';
