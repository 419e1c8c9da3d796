import { useEffect, useRef } from 'preact/hooks';
import type { FormState } from './use-form.ts';
import type { FormValues } from './values.ts';

/**
 * Keeps a form with what is there now: while nothing was typed, it shows what comes. Once something was, it stays as it is, and so does
 * the version that it began with, so that saving over what somebody else wrote meanwhile is refused. Answers that version.
 */
export function useFresh(
  form: FormState,
  etag: string | null | undefined,
  values?: FormValues,
): string | null | undefined {
  const held = useRef(etag);
  const begun = form.changed.value;
  if (!begun) held.current = etag;
  const now = JSON.stringify(values);
  useEffect(() => {
    if (values && !begun && JSON.stringify(form.values.value) !== now) form.reset(values);
  }, [now]);
  return held.current;
}
