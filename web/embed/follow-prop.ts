import { useEffect, useRef } from 'preact/hooks';
import type { FormState } from '../kit/form/use-form.ts';

/** Puts into a field what the page around says by now, while nobody has written anything else there. */
export function useFollowed(form: FormState, name: string, said: string): void {
  const before = useRef(said);
  useEffect(() => {
    if (said === before.current) return;
    if (form.text(name) === before.current) form.values.value = { ...form.values.value, [name]: said };
    before.current = said;
  }, [said]);
}
