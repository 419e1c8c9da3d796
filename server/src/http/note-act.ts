import { isWrite, type OperationId } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import type { AnyReply } from '../kernel/call/reply.ts';
import { agentOf, type AdmittedRequest } from './admitted-request.ts';
import type { OperationRoute } from './module.ts';

/** Of a refusal below it nothing came; from it on nobody can tell. */
const FAULT_STATUS = 500;

type Noting = { readonly request: FastifyRequest; readonly admitted: AdmittedRequest };

/**
 * Does the work of an operation, and of a write has it noted who does it: before, because what cannot be noted is
 * not done; and afterwards, before the answer leaves, how it ended.
 */
export async function withNote(
  { operation, noteAct }: Pick<OperationRoute, 'operation' | 'noteAct'>,
  { request, admitted }: Noting,
  work: () => Promise<AnyReply<unknown>>,
): Promise<AnyReply<unknown>> {
  if (admitted.by === null || !isWrite(operation)) return work();
  const end = await noteAct({
    operation: operation.id as OperationId,
    requestId: request.id,
    by: admitted.by,
    address: request.ip,
    agent: agentOf(request),
    params: request.params,
  });
  if (end === null) return work();
  try {
    const given = await work();
    if ('shared' in given) await end({ outcome: 'done', answer: null });
    else await end(given.replayed ? { outcome: 'undone' } : { outcome: 'done', answer: given.data });
    return given;
  } catch (error) {
    if (error instanceof Failure && error.status < FAULT_STATUS) await end({ outcome: 'undone' });
    throw error;
  }
}
