import { createHash } from 'node:crypto';

/** A weak ETag from what tells one version of a thing from another. */
export function weakTag(version: string): string {
  return `W/"${/^[\w.:-]{1,64}$/.test(version) ? version : createHash('sha256').update(version).digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match or If-Match header names the tag, compared weakly. */
export function matches(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}
