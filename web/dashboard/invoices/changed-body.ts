import { createForm, type FormState } from '../../kit/form/use-form.ts';

type Body = Readonly<Record<string, unknown>>;

/** What differs of a body from the one that its form began with, undefined where it is gone: the rest may be somebody else's by now. */
export function changedBody(form: FormState, bodyOf: (form: FormState) => Body): Body {
  const now = bodyOf(form);
  const before = bodyOf(createForm({ limits: {}, initial: form.begun() }));
  const names = Object.keys({ ...before, ...now });
  const differ = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(differ.map((name) => [name, now[name]]));
}
