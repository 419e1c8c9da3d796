import { createHash } from 'node:crypto';
import { type Operation, writtenByServer } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import { type Caller, type Idempotency, keyIn } from '../kernel/call/call.ts';
import { Failure, invalid } from '../kernel/call/failure.ts';
import { showMode } from '../kernel/call/tenant.ts';
import { canonicalJson, hashCanonically } from '../kernel/effect/canonical-json.ts';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import { shapeCheck } from '../kernel/shape/check-shape.ts';
import { cleanText } from '../kernel/shape/clean-text.ts';
import { newShapeCheck } from '../kernel/shape/leave-out-nulls.ts';
import { refuseReadOnly } from '../kernel/shape/read-only.ts';
import { type Schema, typesOf } from '../kernel/shape/shape.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { perOperation } from './per-operation.ts';

type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
type ValidInput = { readonly params: object; readonly query: object; readonly body: object };

const NOTHING = Object.freeze({});

/** Compiles an operation's schemas into one function that answers valid input or refuses by name. */
export const validatorOf = perOperation((operation): ((raw: RawInput) => ValidInput) => {
  const params = operation.params && shapeCheck(operation.params, true);
  const query = operation.query && shapeCheck(operation.query, true);
  const body = operation.body && checkOfBody(operation.method, operation.body);
  const known = operation.query && new Set(Object.keys(operation.query.properties));
  const textless = operation.query ? withoutText(operation.query) : undefined;

  return (raw) => ({
    params: params ? params(cleaned(raw.params)) : NOTHING,
    query: query ? query(cleaned(raw.query, { known, textless })) : NOTHING,
    body: body ? body(bodyOf(operation, raw.body)) : unread(raw.body),
  });
});

/** Null empties a field of what is there already; in whatever else is asked for it means nothing. */
function checkOfBody(method: Operation['method'], schema: object): (value: unknown) => object {
  return method === 'PATCH' ? shapeCheck(schema, false) : newShapeCheck(schema);
}

/** Where none is asked for, a body may be there, as any object that nobody knows the fields of. */
function unread(body: unknown): object {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    throw invalid({ path: 'body', message: 'must be an object, or be left out' });
  return NOTHING;
}

function bodyOf(operation: Operation, body: unknown): unknown {
  if (body !== undefined) return body;
  if (operation.bodyOptional) return {};
  throw new Failure('VALIDATION_ERROR', 'The request needs a JSON body.', {
    details: { fields: [{ path: 'body', message: 'is required' }] },
  });
}

/** The fields that take no text: what stands around a number or a word there is a fault, and is not taken off. */
function withoutText({ properties }: Schema): ReadonlySet<string> {
  return new Set(Object.keys(properties ?? {}).filter((name) => !takesText(properties?.[name] ?? {})));
}

function takesText(schema: Schema): boolean {
  const types = typesOf(schema);
  return schema.anyOf?.some(takesText) ?? (types.length === 0 || types.some((type) => TEXTS.has(type)));
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'array', 'object']);

type Named = {
  readonly known?: ReadonlySet<string> | undefined;
  readonly textless?: ReadonlySet<string> | undefined;
};

/** What is not known comes no further: what reads lists looks for filters of any name. */
function cleaned(values: unknown, { known, textless }: Named = {}): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values as object)) {
    if (known && !known.has(name)) continue;
    if (Array.isArray(value)) throw invalid({ path: name, message: 'must stand once in the query' });
    const whole = String(value);
    const clear = cleanText(whole, name);
    clean[name] = textless?.has(name) ? whole : clear;
  }
  return clean;
}

/**
 * The request's Idempotency-Key, within the space of whoever sends it, with a SHA-256 over method, path, query, canonical
 * body, and what else must be equal for the first answer to be given again; null without the header.
 */
export async function idempotencyOf(
  request: FastifyRequest,
  operation: Operation,
  { admitted, take }: { readonly admitted: AdmittedRequest; readonly take: WorkStep },
): Promise<Idempotency | null> {
  const { caller, space } = admitted;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  const hash = createHash('sha256').update(`${request.method} ${pathOf(request)}\n`);
  await inTurns(hashCanonically(hash, request.body), take);
  return {
    key: keyIn(space, key),
    hash: hash.update(onlyFor(operation, caller, { key, address: request.ip })).digest(),
  };
}

/** The query belongs to what is asked for, in whatever order its fields come. */
function pathOf({ url, query }: FastifyRequest): string {
  const path = url.split('?')[0] ?? '';
  return Object.keys(query as object).length === 0 ? path : `${path}?${canonicalJson(query)}`;
}

/** A UUID of 122 or of 74 random bits; no other form says of itself that it was drawn by chance, however long it is. */
const DRAWN_BY_CHANCE = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * What else must be equal. A key that is shown once is shown again to nobody but who asked. And everybody has a public key,
 * so that whoever guesses what another buyer sent would get that buyer's answer: it stays in the network that asked first,
 * unless the Idempotency-Key cannot be guessed. In another network it is refused and not done once more, for it may be the
 * same buyer, on the move.
 */
function onlyFor(
  { showsOnce }: Operation,
  caller: Caller | null,
  { key, address }: { readonly key: string; readonly address: string },
): string {
  if (caller?.kind === 'public') return DRAWN_BY_CHANCE.test(key) ? '' : `\nfrom ${networkOf(address)}`;
  return caller?.kind === 'secret' && showsOnce ? `\nby ${caller.keyFamily}` : '';
}

const fieldsOf = perOperation(writtenByServer);

type Sent = Pick<FastifyRequest, 'body' | 'params'>;

/**
 * Refuses what only we write of something that is to be made, but for what is known of it beforehand: its mode, and what
 * its path names. Null says that nothing is meant.
 */
export function refuseSetByUs(operation: Operation, { body, params }: Sent, caller: Caller | null): void {
  const fields = fieldsOf(operation);
  if (fields.length === 0 || typeof body !== 'object' || body === null) return;
  const given = body as Readonly<Record<string, unknown>>;
  const named = new Set<unknown>(Object.values((params ?? {}) as object));
  const meant = fields.filter((field) => given[field] !== undefined && given[field] !== null);
  const unknown = meant.filter((field) => !named.has(given[field]));
  if (unknown.length > 0) refuseReadOnly(unknown, given, caller ? showMode(caller.tenant.livemode) : {});
}

/** Refuses a body that names another merchant or mode than the key's: nothing would come of it but the wrong thing. */
export function refuseOtherTenant({ body: schema }: Operation, body: unknown, { tenant }: Caller): void {
  if (typeof body !== 'object' || body === null) return;
  const given = body as Readonly<Record<string, unknown>>;
  const named = (name: string): boolean => given[name] !== undefined && !(name in (schema?.properties ?? {}));
  const mode = tenant.livemode ? 'live' : 'test';
  if (named('mode') && given['mode'] === (tenant.livemode ? 'test' : 'live')) throw otherMode('mode', mode);
  if (named('livemode') && given['livemode'] !== tenant.livemode) throw otherMode('livemode', mode);
  if (named('merchant_id') && given['merchant_id'] !== tenant.merchantId)
    throw invalid({
      path: 'merchant_id',
      message: 'must be left out: it is that of the key which calls. Use a key of the other merchant',
    });
}

function otherMode(path: string, mode: 'live' | 'test') {
  return invalid({
    path,
    message: `must be left out: the key which calls is a ${mode} key, and does everything in that mode. Use a key of the other mode`,
  });
}
