import { operations, type Operation, type OperationId } from '@cottontree/contract';
import type { AnyCall } from '../kernel/call/call.ts';
import { Failure } from '../kernel/call/failure.ts';
import { madeAlone, type AnyReply, type Reply } from '../kernel/call/reply.ts';
import type { AnyHandler, OperationRoute } from './module.ts';
import { perOperation } from './per-operation.ts';
import { validatorOf } from './validate.ts';

type Asked = { readonly input: { readonly params: object; readonly body: object }; readonly call: AnyCall };

/**
 * A change under If-Match whose answer was lost is refused when it is sent again: it has made another version itself. As HTTP
 * has it (RFC 9110, 13.1.1), who asks for what stands there already is told that it does. Anything that cannot be seen in
 * what stands, as a secret cannot, stays refused.
 */
export function orAlreadySo(
  { operation, handlers }: OperationRoute,
  { input, call }: Asked,
): (refusal: unknown) => Promise<AnyReply<unknown>> {
  return async (refusal) => {
    const isStale = refusal instanceof Failure && refusal.code === 'PRECONDITION_FAILED';
    const reader = isStale ? readerOf(operation) : null;
    if (reader === null || Object.keys(input.body).length === 0) throw refusal;
    const read: AnyHandler = handlers[reader.id as OperationId];
    const wanted = validatorOf(reader)({ params: input.params, query: {}, body: undefined });
    const stands: Reply<unknown> = await madeAlone(await read(wanted as never, call));
    if (!isThere(input.body, stands.data)) throw refusal;
    return stands;
  };
}

/** What answers with the thing as it stands, as its change does. */
const readerOf = perOperation((changing): Operation | null => {
  if (changing.method !== 'PATCH') return null;
  const at = (Object.values(operations) as Operation[]).filter(({ path }) => path === changing.path);
  return at.find(({ method, answer }) => method === 'GET' && answer === changing.answer) ?? null;
});

/** Whether each field that is asked for stands there: fields that are left out stay as they are. */
function isThere(asked: object, stands: unknown): boolean {
  if (typeof stands !== 'object' || stands === null) return false;
  const there = stands as Readonly<Record<string, unknown>>;
  return Object.entries(asked).every(([name, value]) => name in there && isSame(value, there[name]));
}

/** What stands in a field is replaced whole, so nothing may stand there beside what is asked for. */
function isSame(asked: unknown, stands: unknown): boolean {
  if (typeof asked === 'string' && typeof stands === 'number')
    return asked !== '' && Number(asked) === stands;
  if (typeof asked !== 'object' || asked === null || typeof stands !== 'object' || stands === null)
    return asked === stands;
  const [wanted, there] = [asked, stands].map((value) => new Map(Object.entries(value)));
  if (!wanted || !there || Array.isArray(asked) !== Array.isArray(stands)) return false;
  return [...new Set([...wanted.keys(), ...there.keys()])].every((name) =>
    isSame(wanted.get(name) ?? null, there.get(name) ?? null),
  );
}
