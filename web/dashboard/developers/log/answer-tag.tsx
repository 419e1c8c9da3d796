import type { VNode } from 'preact';
import { Tag } from '../../../kit/parts/note.tsx';
import type { Meaning } from '../../../kit/parts/statuses.ts';

/** A status of HTTP, coloured by its class. */
export function AnswerTag({
  status,
  words,
}: {
  readonly status: number;
  readonly words?: string | null | undefined;
}): VNode {
  return (
    <Tag mono meaning={meaningOf(status)}>
      {words ? `${status} ${words}` : status}
    </Tag>
  );
}

function meaningOf(status: number): Meaning {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'wait';
  return status >= 300 ? 'idle' : 'good';
}
