export const INK = '#17211a';
export const SOFT = '#54615a';
export const LINE = '#d9d5c8';

/** What a mark says before it is read. */
export type PaperTone = 'good' | 'bad' | 'calm' | 'warn';

/** Each tone is read on its paper with a contrast of more than 7. */
export const TONES: Readonly<Record<PaperTone, { readonly paper: string; readonly ink: string }>> =
  Object.freeze({
    good: { paper: '#dff0e4', ink: '#12492f' },
    bad: { paper: '#fbe5e1', ink: '#7d1a11' },
    calm: { paper: '#ececea', ink: '#3a423d' },
    warn: { paper: '#fbefd2', ink: '#5c3d00' },
  });
