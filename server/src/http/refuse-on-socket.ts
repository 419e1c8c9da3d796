import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

export type SocketRefusals = {
  /** Requests refused so far. */
  readonly refused: () => number;
  /** Bytes of the requests that were refused on this connection. */
  readonly refusedBytesOf: (socket: Socket) => number;
  /** Reads the connection from now on, where it may refuse what comes. */
  readonly watch: (socket: Socket) => void;
  /** The same for connections on which nothing has come yet, some of them at a time. */
  readonly watchFresh: () => void;
  /** From now on every request goes to the parser, so that its answer can say farewell. */
  readonly stop: () => void;
};

export type SocketRefusing = {
  /** Whether there is too much to do for it. */
  readonly refuses: (request: RequestExtent) => boolean;
  /** The whole refusal, head and body. */
  readonly answerTo: (request: RequestExtent) => string;
};

type Line = {
  /** Whether it is certain that the parser has read whole requests only, but for the bytes that are missing. */
  certain: boolean;
  /** What is still to come of the body of the request that was given last. */
  missingBytes: number;
  /** Requests that the parser was given and that are not answered. */
  asked: number;
  /** What the parser should tell next, if it stood between two requests. */
  expected: RequestExtent | null;
  refusedBytes: number;
  /** Whether the parser has read anything. */
  parsed: boolean;
};

/** Of fresh connections at a time: to watch one takes some microseconds. */
const FRESH_MAX = 64;

type DataListener = (bytes: Buffer) => void;

/**
 * Refuses requests on their connection, before they are parsed: that takes a third of the time of a refusal after it, and
 * what refusing takes, the work that was taken on lacks. To read a connection so costs each of its requests some
 * microseconds, so only those are watched that were refused something and, while that happens, those that have not asked
 * yet. It refuses only where a request came whole and alone and nothing is under way, and where it is certain that the
 * parser stands between two requests, because it has shown it or has read nothing: whoever guesses where a request ends
 * hands somebody the answer of another. What comes second goes to the parser, which else gives up waiting for a first.
 */
export function refuseOnSocket(server: Server, { refuses, answerTo }: SocketRefusing): SocketRefusals {
  const lines = new WeakMap<Socket, Line>();
  const takeFresh = gatherFresh(server);
  let refused = 0;
  let stopped = false;

  function refuse(socket: Socket, line: Line, request: RequestExtent): void {
    refused += 1;
    line.refusedBytes += request.lengthBytes;
    line.certain = line.parsed;
    // Whoever does not take refusals gets no further ones: nothing more is read of them.
    if (socket.write(answerTo(request), 'latin1')) return;
    socket.pause();
    socket.once('drain', () => socket.resume());
  }

  /** Whether the bytes are answered with that, and the parser never sees them. */
  function judge(socket: Socket, line: Line, bytes: Buffer): boolean {
    if (line.missingBytes > 0) {
      line.missingBytes -= bytes.length;
      line.certain = line.missingBytes >= 0;
      return false;
    }
    const request = requestExtentOf(bytes);
    if (request === null || bytes.length > request.lengthBytes) {
      line.certain = false;
      return false;
    }
    const whole = bytes.length === request.lengthBytes;
    if (!line.certain) line.expected = whole ? request : null;
    else if (whole && line.asked === 0 && !stopped && request.keepsConnection && refuses(request)) {
      refuse(socket, line, request);
      return true;
    } else line.missingBytes = request.lengthBytes - bytes.length;
    return false;
  }

  function watch(socket: Socket): void {
    const listeners = socket.listeners('data') as DataListener[];
    const [parse] = listeners;
    // Where Node reads connections in another way than it does today, it refuses after parsing, as ever.
    if (lines.has(socket) || listeners.length !== 1 || !parse) return;
    const line = newLine(socket.bytesRead > 0);
    lines.set(socket, line);
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => {
      if (judge(socket, line, bytes)) return;
      line.parsed = true;
      parse.call(socket, bytes);
      line.expected = null;
    });
  }

  server.on('request', (request, response) => {
    const line = lines.get(request.socket);
    if (!line) return;
    line.asked += 1;
    response.once('close', () => (line.asked -= 1));
    // Had it been amid another one, it would have told that one's line, or more headers than came.
    line.certain ||= line.expected !== null && isSame(request, line.expected);
    line.expected = null;
  });
  return {
    refused: () => refused,
    refusedBytesOf: (socket) => lines.get(socket)?.refusedBytes ?? 0,
    stop: () => void (stopped = true),
    watch,
    watchFresh: () => takeFresh(FRESH_MAX).forEach(watch),
  };
}

/** Where nothing was parsed yet, the parser stands before a request. */
function newLine(parsed: boolean): Line {
  return { certain: !parsed, missingBytes: 0, asked: 0, expected: null, refusedBytes: 0, parsed };
}

/** Notes connections on which nothing has been asked; the answer hands some of them out, once. */
function gatherFresh(server: Server): (socketsMax: number) => readonly Socket[] {
  const fresh = new Set<Socket>();
  server.on('connection', (socket) => {
    fresh.add(socket);
    socket.once('close', () => fresh.delete(socket));
  });
  server.on('request', ({ socket }) => fresh.delete(socket));
  return (socketsMax) => {
    const taken: Socket[] = [];
    for (const socket of fresh) {
      if (taken.length === socketsMax) break;
      fresh.delete(socket);
      taken.push(socket);
    }
    return taken;
  };
}

function isSame({ method, url, rawHeaders }: IncomingMessage, expected: RequestExtent): boolean {
  return (
    method === expected.method && url === expected.target && rawHeaders.length === expected.headerLines * 2
  );
}

/** What the first bytes of a request say of where it ends. */
type RequestExtent = {
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
