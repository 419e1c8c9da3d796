import { createHash } from 'node:crypto';
import { isIdempotent, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const HASH_CHARACTERS = 12;
/** What tells about a schema and changes nothing of what is taken or answered. */
const TOLD = new Set(['title', 'description', 'deprecated']);

/** Every operation on a line of its own, in the order of the contract, for people who review a change. */
export function operationLines(): string {
  const all = Object.values(operations) as readonly Operation[];
  return [
    '# Derived from the contract by `npm run generate`: what each operation is, takes, answers and refuses.',
    '# method path | id | who calls | its form | its own errors, beside those that follow from its form | hash of its schemas, without their texts',
    ...all.map(lineOf),
    '',
  ].join('\n');
}

function lineOf(declared: Operation): string {
  const { method, path, id, errors } = declared;
  return [
    `${method} ${path}`,
    id,
    callersOf(declared),
    formOf(declared),
    errors.toSorted().join(' ') || '-',
    hashOf(declared),
  ].join(' | ');
}

function callersOf({ by, scope, orScope, publicKey, sessions }: Operation): string {
  const scopes = [scope, orScope].filter((one) => one !== null && one !== undefined).join(' or ');
  return [
    ...(by ? [by] : []),
    ...(scopes ? [scopes] : []),
    ...(publicKey ? ['public key'] : []),
    ...(sessions ? [`sessions ${sessions}`] : []),
  ].join(', ');
}

function formOf(declared: Operation): string {
  const { status, otherStatuses = [], csvPath, events, binary, files = [] } = declared;
  const named = [
    'list',
    'csvBody',
    'bodyOptional',
    'largeBody',
    'reads',
    'setsCookie',
    'showsOnce',
    'testOnly',
  ] as const;
  return [
    [status, ...otherStatuses].toSorted().join('/'),
    ...named.filter((name) => declared[name]),
    ...(isIdempotent(declared) ? ['idempotent'] : []),
    ...[csvPath, events, binary?.type, ...files].filter((one) => one !== undefined),
  ].join(' ');
}

function hashOf({ params, query, body, answer, readOnly }: Operation): string {
  const text = JSON.stringify([params, query, body, answer, readOnly].map((part) => formOnly(part) ?? null));
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
}

/** The schema without what only tells about it. A property may have such a name: then its value is a schema. */
function formOnly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(formOnly);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => typeof value === 'object' || !TOLD.has(key))
      .map(([key, value]) => [key, formOnly(value)]),
  );
}
