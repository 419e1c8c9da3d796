import type { Answer, AnswerOf } from '@cottontree/client';

/** How the business stands, as `GET /overview` tells it. */
export type Overview = AnswerOf<'getOverview'> extends Answer<infer Data> ? Data : never;
