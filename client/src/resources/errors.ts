import { CottontreeError, type CottontreeErrorFields } from '../cottontree-error.ts';

/** 400, 402, 413, 415, 422: the request is malformed, or well formed and impossible. */
export class InvalidRequestError extends CottontreeError {
  override readonly name = 'InvalidRequestError';
}
/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends CottontreeError {
  override readonly name = 'AuthenticationError';
}
/** 403: the key may not do this. */
export class PermissionError extends CottontreeError {
  override readonly name = 'PermissionError';
}
/** 404 and 410: there is no such thing, or no longer. */
export class NotFoundError extends CottontreeError {
  override readonly name = 'NotFoundError';
}
/** 409, 412 and 423: the state of the thing forbids it, or somebody changed it meanwhile. */
export class ConflictError extends CottontreeError {
  override readonly name = 'ConflictError';
}
/** 429: too many requests, or too many guesses. */
export class RateLimitError extends CottontreeError {
  override readonly name = 'RateLimitError';
}
/** 5xx: the service failed or is too busy. */
export class ServiceError extends CottontreeError {
  override readonly name = 'ServiceError';
}
/** No answer of the service: NETWORK_ERROR, TIMEOUT or INVALID_ANSWER. */
export class ConnectionError extends CottontreeError {
  override readonly name = 'ConnectionError';
}

const CLASSES: Readonly<Record<number, typeof CottontreeError>> = {
  0: ConnectionError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: ConflictError,
  423: ConflictError,
  429: RateLimitError,
};

/** The error of a call that failed, of the class that its status means. */
export function errorOf(fields: CottontreeErrorFields): CottontreeError {
  const { code, status } = fields;
  const Class = code === 'INVALID_ANSWER' ? ConnectionError : CLASSES[status];
  return new (Class ?? (status < 500 ? InvalidRequestError : ServiceError))(fields);
}
