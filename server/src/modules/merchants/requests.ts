import type { Input, LoggedRequest, Operations, RequestSummary } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Merchants } from './module.ts';
import { isMinute } from './record-requests.ts';
import { findRequest, requestList, type RequestRow, type WholeRequestRow } from './request-log.queries.ts';

/** Lists what was asked and how it was answered, newest first unless sorted otherwise. */
export async function listRequests(
  { query }: Input<Operations['listRequests']>,
  call: Call,
  { store }: Merchants,
): Promise<Reply<readonly RequestSummary[]>> {
  const { rows, meta } = await requestList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentRequest), { meta });
}

/** Reads a request with what was sent and answered, as it was masked when it was kept. */
export async function getRequest(
  { params }: Input<Operations['getRequest']>,
  { tenant }: Call,
  { store }: Merchants,
): Promise<Reply<LoggedRequest>> {
  const row = await findRequest(store.of(tenant), tenant, params.id);
  if (!row)
    throw new Failure('REQUEST_NOT_FOUND', `No request is kept as ${params.id}. They are for 7 days.`);
  return reply({ ...presentRequest(row), ...bodiesOf(row) });
}

function bodiesOf(row: WholeRequestRow): Pick<LoggedRequest, 'bodies' | 'request' | 'response'> {
  if (row.request === null || row.response === null)
    return { bodies: 'not_kept', request: null, response: null };
  return {
    bodies: 'kept',
    request: {
      query: JSON.parse(row.query ?? 'null'),
      body: JSON.parse(row.request),
      cut: row.request_cut === true,
    },
    response: { body: JSON.parse(row.response), cut: row.response_cut === true },
  };
}

function presentRequest(row: RequestRow): RequestSummary {
  return {
    id: row.id,
    request_id: isMinute(row.id) ? null : row.id,
    created_at: row.at.toISOString(),
    operation: row.operation,
    method: row.method,
    path: row.path,
    status: row.status,
    code: row.code,
    duration_ms: Math.round(row.duration_ms * 100) / 100,
    count: row.requests,
    key_id: row.key_id === '' ? null : row.key_id,
    session_id: row.session_id,
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
    livemode: row.livemode,
  };
}
