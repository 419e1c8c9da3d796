/** What the first bytes of a request say of where it ends. */
export type RequestExtent = {
  readonly method: string;
  readonly target: string;
  /** Lines of its head below the first. */
  readonly headerLines: number;
  /** Head and body together. */
  readonly lengthBytes: number;
  /** The request id that its client chose, not judged yet. */
  readonly requestId: string | undefined;
  /** Whether its client wants the connection kept as it is. */
  readonly keepsConnection: boolean;
};

const HEAD_END = '\r\n\r\n';
const START = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[!-~]{0,8191}) HTTP\/1\.1\r\n/;
/** Lines that all parsers read alike, to the end of the head. */
const PLAIN_LINES = /(?:[!#$%&'*+.^`|~\w-]+:[\t -~\x80-\xff]*\r\n)*$/y;
/** Every header that moves the end of a request, or what becomes of the connection after it. */
const TELLING =
  /\n(content-length|transfer-encoding|upgrade|expect|(?:proxy-)?connection|x-request-id)([^\r]*)/gi;
const LENGTH = /^:[ \t]*(\d{1,9}) *$/;
const KEPT = /^:[ \t]*keep-alive[ \t]*$/i;
const REQUEST_ID = /^:[ \t]*([\w.:-]{1,128})[ \t]*$/;

/**
 * How far the request goes that begins with these bytes; null where every parser might not agree: a head that has not come
 * whole, a body in chunks, two lengths, a request to change the protocol. Costs some microseconds.
 */
export function requestExtentOf(bytes: Buffer): RequestExtent | null {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength === -1) return null;
  const head = bytes.toString('latin1', 0, headLength + 2);
  const start = START.exec(head);
  if (!start) return null;
  PLAIN_LINES.lastIndex = start[0].length;
  if (!PLAIN_LINES.test(head)) return null;
  let length: string | undefined;
  let requestId: string | undefined;
  let keepsConnection = true;
  TELLING.lastIndex = start[0].length - 1;
  for (let found = TELLING.exec(head); found; found = TELLING.exec(head)) {
    const [, name = '', rest = ''] = found;
    switch (name.toLowerCase()) {
      case 'content-length':
        if (length !== undefined) return null;
        length = LENGTH.exec(rest)?.[1];
        if (length === undefined) return null;
        break;
      case 'connection':
      case 'proxy-connection':
        keepsConnection &&= KEPT.test(rest);
        break;
      case 'x-request-id':
        requestId = REQUEST_ID.exec(rest)?.[1];
        break;
      default:
        return null;
    }
  }
  return {
    method: start[1] ?? '',
    target: start[2] ?? '',
    headerLines: head.split('\r\n').length - 2,
    lengthBytes: headLength + HEAD_END.length + Number(length ?? 0),
    requestId,
    keepsConnection,
  };
}
