import type { FramedBy } from './frame-policy.ts';

/** Who may frame a page of ours with this public key; null: nobody, for the key opens nothing. */
export type FrameJudge = (key: string) => Promise<FramedBy | null>;

/** The query of an address that is to be framed, the same as in the elements' protocol. */
export const frameQuery = Object.freeze({ key: 'embed', origin: 'origin', theme: 'theme' });
