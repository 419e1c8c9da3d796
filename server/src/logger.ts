import pino from 'pino';
import type { LogLevel } from './config.ts';
import { currentTrace, traceFacts } from './kernel/running/trace.ts';
import type { Logger } from './kernel/running/logger.ts';
import { redact } from './kernel/secrets/mask-by-shape.ts';

export type LoggerOptions = {
  readonly level: LogLevel;
  /** For people's eyes instead of JSON lines. */
  readonly pretty: boolean;
  /** File descriptor; default standard error. */
  readonly fd?: number;
};

export type FlushedLogger = Logger & {
  /** Writes out what still waits; for the very end of the program. */
  readonly flush: () => void;
};

const CAUSES_MAX = 5;
const LABELS: Readonly<Record<number, string>> = Object.freeze({
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
});

/** Logs one line an entry, without holding up whoever logs; no line ever holds an API key or a webhook secret. */
export function createLogger({ level, pretty, fd = 2 }: LoggerOptions): FlushedLogger {
  const destination = pino.destination({ dest: fd, sync: false });
  // Whoever read along may have gone; the program goes on.
  destination.on('error', () => undefined);
  const write = (line: string): void => void destination.write(redact(pretty ? prettyLine(line) : line));
  const logger = pino(
    {
      level,
      base: null,
      mixin: () => ({ ...traceFacts(currentTrace()) }),
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: describeError },
    },
    { write },
  );
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    flush() {
      try {
        destination.flushSync();
      } catch {
        // It was closed before it was ever written to.
      }
    },
  };
}

type Described = {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
};

/** Only what an error says of itself: PostgreSQL's details would name the rows at fault. */
function describeError(error: unknown, depth = 0): Described | string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || depth === CAUSES_MAX ? {} : { cause: describeError(cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < CAUSES_MAX
      ? { errors: error.errors.map((one) => describeError(one, depth + 1)) }
      : {}),
  };
}

function prettyLine(line: string): string {
  const { level, time, msg, error, ...facts } = JSON.parse(line) as {
    level: number;
    time: string;
    msg?: string;
    error?: Described | string;
  };
  const shown = Object.entries(facts).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const problem =
    error === undefined ? '' : `\n  ${typeof error === 'string' ? error : (error.stack ?? error.message)}`;
  return `${time.slice(11, 19)} ${(LABELS[level] ?? String(level)).padEnd(5)} ${msg ?? ''}${shown.join('')}${problem}\n`;
}
