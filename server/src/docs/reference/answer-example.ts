import { ERRORS, errorDetails, type ErrorCode, type Operation } from '@cottontree/contract';
import { errorPath } from '../addresses.ts';

/** The whole body of a success, as the API writes it. */
export function answerExample({ list, example }: Operation): unknown {
  return list
    ? { success: true, data: [example.answer], meta: { page: 1, limit: 20, total: 1, has_next_page: false } }
    : { success: true, data: example.answer, timestamp: '2026-11-21T09:14:00.120Z' };
}

/** The whole body of a refusal. */
export function refusalExample(code: ErrorCode, baseUrl: string): unknown {
  const details = errorDetails[code];
  return {
    success: false,
    error: {
      code,
      message: ERRORS[code].meaning,
      ...(details ? { details } : {}),
      doc_url: `${baseUrl}${errorPath(code)}`,
    },
  };
}
