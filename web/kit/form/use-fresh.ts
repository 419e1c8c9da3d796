import { useEffect, useRef } from 'preact/hooks';
import type { FormState } from './use-form.ts';

/**
 * Keeps a form with what is there now: while nothing was typed, it shows what comes. Once something was, it stays as it is, and so does
 * the version that it began with, so that saving over what somebody else wrote meanwhile is refused; what was changed beside its fields
 * is no reason to. Answers that version.
 */
export function useFresh(form: FormState, etag: string | null | undefined): string | null | undefined {
  const held = useRef(etag);
  const begun = form.changed.value;
  const offered = form.offered.current;
  if (!begun || form.begunWith(offered)) held.current = etag;
  const now = JSON.stringify(offered);
  useEffect(() => {
    // Asked anew: somebody may have begun to type since this was drawn.
    if (!form.changed.peek() && JSON.stringify(form.values.value) !== now) form.reset(offered);
  }, [now]);
  return held.current;
}
