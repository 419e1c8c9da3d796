import { ERRORS, type ErrorCode } from '@cottontree/contract';

export type FailureDetails = Readonly<Record<string, unknown>>;

export type FailureOptions = {
  /** What a machine needs to act: the same facts as the message. */
  readonly details?: FailureDetails;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
  /** The refusal itself wrote something, so its transaction commits and a repeated request gets it again. */
  readonly kept?: boolean;
  /** A refusal given before, to the same request. */
  readonly replayed?: boolean;
};

/** An expected refusal: a code of the contract's table and a sentence that a developer can act on. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetails | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly kept: boolean;
  readonly replayed: boolean;

  constructor(code: ErrorCode, message: string, options: FailureOptions = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.kept = options.kept ?? false;
    this.replayed = options.replayed ?? false;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export type FieldProblem = { readonly path: string; readonly message: string };

/** A refusal of the request's shape that names each field at fault. */
export function invalid(...fields: readonly FieldProblem[]): Failure {
  return new Failure(
    'VALIDATION_ERROR',
    fields.map((field) => `${field.path} ${field.message}`).join('; ') + '.',
    { details: { fields } },
  );
}

/** A promise of the data that is broken: which, how often, and a few of the rows that break it. */
export type Violation = {
  readonly check: string;
  readonly count: number;
  readonly examples: readonly string[];
};
