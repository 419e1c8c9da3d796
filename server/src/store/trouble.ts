/** The statement never reached the database, so repeating it is safe. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached.', { cause });
    this.name = 'Unreachable';
  }
}

/** Every connection was lent to others for too long, to a database that answers. */
export class NoneFree extends Unreachable {
  constructor(cause?: unknown) {
    super(cause);
    this.message = 'No connection to the database became free in time.';
    this.name = 'NoneFree';
  }
}

/** The connection ended while the statement was under way: it may or may not have committed. */
export class LostConnection extends Error {
  constructor(cause?: unknown) {
    super('The connection to the database was lost while a statement was under way.', { cause });
    this.name = 'LostConnection';
  }
}

/** More work is waiting than the store may hold. */
export class Overloaded extends Error {
  constructor(what: string) {
    super(`${what} has as much work waiting as it may hold.`);
    this.name = 'Overloaded';
  }
}

/** The database's own five-character code of what it refused, or null for anything else. */
export function sqlStateOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' &&
    /^[0-9A-Z]{5}$/.test(code) &&
    typeof (error as { severity?: unknown }).severity === 'string'
    ? code
    : null;
}

/** The name of the constraint that a refused write broke, or null. */
export function constraintOf(error: unknown): string | null {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  return typeof name === 'string' ? name : null;
}

/** Whether a row was refused because another is known by the same, whoever's that is. */
export function isListed(error: unknown): boolean {
  return constraintOf(error) === 'directory_pkey';
}

/** Besides what shuts down: `25006` says that the server takes no writes, as one does that was demoted or fenced. */
const ENDED = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25006']);

/** Whether the error says that this connection is of no more use. */
export function endsConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || ENDED.has(state) || state.startsWith('08');
}

/** Whether the same transaction, tried again at once, has a good chance. */
export function isTransient(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01';
}

/** What an outage of the database looks like from above: waiting helps, the request is not at fault. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof LostConnection || error instanceof Overloaded)
    return true;
  const state = sqlStateOf(error);
  return (
    state !== null &&
    (endsConnection(error) ||
      state === '53300' ||
      state === '57014' ||
      state === '55P03' ||
      state === '53200' ||
      isTransient(error))
  );
}

/** Whether the database has no room left to write. */
export function isStorageFull(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '53100' || (state === '58030' && /no space/i.test((error as Error).message));
}

/** Whether a statement gave up waiting for a lock that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

/** A statement that was sent behind one of its kind which failed before it was prepared: it was not run. */
export function isUnprepared(error: unknown): boolean {
  return sqlStateOf(error) === '26000';
}

/**
 * Whether what it gave up waiting for was one row. PostgreSQL says so only in the innermost line of the context, in the
 * server's language, but always with the row's place: `(block,line)`.
 */
export function isRowLockTimeout(error: unknown): boolean {
  const context = (error as { where?: unknown } | null)?.where;
  return isLockTimeout(error) && typeof context === 'string' && /^[^"\n]*\(\d+,\d+\)/.test(context);
}
