import type { OutgoingError } from '../kernel/running/world.ts';
import { UnreadableAnswer } from './answer-head.ts';
import { AnswerHeadTooLarge } from './answer-reader.ts';
import { BlockedAddressError, UnresolvedNameError, type ConnectPhase } from './open-socket.ts';

/** What an exchange was waiting for: a free connection, a step of opening one, the first byte of the answer, the end of its headers. */
export type WaitingFor = 'connection' | ConnectPhase | 'answer' | 'headers';

export type Failure = {
  /** Null when the deadline passed. */
  readonly error: Error | null;
  readonly waitingFor: WaitingFor;
  readonly deadlineMs: number;
};

export type FailureDescription = { readonly error: OutgoingError; readonly hint: string };

/** The class of a network failure and one plain sentence about it for the person who owns the receiver. */
export function describeFailure({ error, waitingFor, deadlineMs }: Failure): FailureDescription {
  if (error === null)
    return waitingFor === 'connection'
      ? { error: 'busy', hint: busyHint }
      : {
          error: 'timeout',
          hint: `Timed out after ${deadlineMs / 1_000} s waiting for ${waits[waitingFor]}.`,
        };
  if (error instanceof BlockedAddressError)
    return {
      error: 'blocked',
      hint: `Nothing was sent: the address is ${error.message}, and only public addresses are called.`,
    };
  if (error instanceof UnresolvedNameError) return describeResolve(error);
  const code = codeOf(error);
  if (waitingFor === 'secure') return { error: 'tls', hint: describeSecure(code) };
  if (waitingFor === 'answer' || waitingFor === 'headers')
    return { error: 'reset', hint: describeAnswer(error, waitingFor) };
  return { error: 'connect', hint: describeConnect(code) };
}

const busyHint =
  'Nothing was sent yet: every connection to your server is still busy with an earlier request.';

const waits: Readonly<Record<Exclude<WaitingFor, 'connection'>, string>> = {
  resolve: 'the address of your host name: its name servers do not answer',
  connect: 'a connection: your server or its firewall does not answer on this port',
  secure: 'the TLS handshake: your server accepted the connection and then said nothing',
  open: 'the request to be sent',
  answer: 'your server to answer; answer 200 first and do the work afterwards',
  headers: "your server to finish its answer's headers",
};

function describeResolve({ cause }: UnresolvedNameError): FailureDescription {
  const silent = codeOf(cause) === 'ETIMEOUT' || codeOf(cause) === 'EAI_AGAIN';
  return {
    error: 'dns',
    hint: silent
      ? 'The name servers of your host name do not answer.'
      : 'Your host name does not resolve to any address; check its spelling and its DNS records.',
  };
}

function describeConnect(code: string): string {
  if (code === 'ECONNREFUSED') return 'Your server refused the connection: nothing listens on this port.';
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return 'Your server or its firewall dropped the connection while it was being opened.';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EADDRNOTAVAIL')
    return 'There is no route to the address of your server.';
  if (code === 'ETIMEDOUT') return 'Your server or its firewall does not answer on this port.';
  if (code === closedCode) return 'Nothing was sent: this service is stopping.';
  return `The connection could not be opened${inBrackets(code)}.`;
}

/** Given to what still waits when the way out is closed. */
const closedCode = 'EGRESS_CLOSED';

function describeSecure(code: string): string {
  const known = secureHints[code];
  if (known !== undefined) return known;
  if (code.startsWith('ERR_SSL_'))
    return `Your server and we found no common TLS version or cipher${inBrackets(code)}; at least TLS 1.2 is needed.`;
  return `The TLS handshake failed${inBrackets(code)}.`;
}

const incompleteChain =
  'Your TLS certificate cannot be traced to a known authority: install the full chain, intermediate certificates included.';
const plainHttp = 'Your server does not speak TLS on this port: use http:// or another port.';
const secureHints: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Your TLS certificate has expired: renew it.',
  CERT_NOT_YET_VALID: 'Your TLS certificate is not valid yet.',
  CERT_REVOKED: 'Your TLS certificate is revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Your TLS certificate is self-signed: install one from a known authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Your TLS certificate comes from an authority that is not publicly known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incompleteChain,
  UNABLE_TO_GET_ISSUER_CERT: incompleteChain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incompleteChain,
  ERR_TLS_CERT_ALTNAME_INVALID: 'Your TLS certificate is for another host name.',
  ERR_SSL_WRONG_VERSION_NUMBER: plainHttp,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainHttp,
  ECONNRESET: 'Your server dropped the connection during the TLS handshake.',
};

function describeAnswer(error: Error, waitingFor: 'answer' | 'headers'): string {
  if (error instanceof AnswerHeadTooLarge) return 'The headers of your answer are larger than 16 KiB.';
  if (error instanceof UnreadableAnswer)
    return `The answer of your server is not HTTP/1.1: ${error.message}.`;
  if (waitingFor === 'headers') return 'Your server closed the connection in the middle of its answer.';
  return 'Your server closed the connection without answering.';
}

function inBrackets(code: string): string {
  return code === '' ? '' : ` (${code})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Of a connection that this service ends. */
export function closedError(): Error {
  return Object.assign(new Error('closed'), { code: closedCode });
}
