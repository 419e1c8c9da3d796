/** Whose pages may show one of ours in a frame: exact origins, or any page where a test key names none. Ours always may. */
export type FramedBy = readonly string[] | 'anyone';

/** A policy that says who may frame the page, instead of that nobody may. */
export function framedPolicy(policy: string, by: FramedBy): string {
  return policy.replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${by === 'anyone' ? '*' : ["'self'", ...by].join(' ')}`,
  );
}

/** Who may frame a page of ours with this public key; null: nobody, for the key opens nothing. */
export type FrameJudge = (key: string) => Promise<FramedBy | null>;

/** The query of an address that is to be framed, the same as in the elements' protocol. */
export const frameQuery = Object.freeze({ key: 'embed', origin: 'origin', theme: 'theme' });
