import { createHash } from 'node:crypto';

/** A weak ETag from what tells one version of a thing from another, and the form it is shown in, where that is not the usual one. */
export function weakTag(version: string, form: string | null = null): string {
  const known = /^[\w.:-]{1,64}$/.test(version)
    ? version
    : createHash('sha256').update(version).digest('base64url').slice(0, 22);
  return `W/"${known}${form === null ? '' : `;${form}`}"`;
}

/** The tags of a header without their forms: whoever saw a version in any form has seen it. */
export function withoutForms(header: string): string {
  return header.replaceAll(/;\w+"/g, '"');
}

/** Whether an If-None-Match or If-Match header names the tag, compared weakly. */
export function matches(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}
