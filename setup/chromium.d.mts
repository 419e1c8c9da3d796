export const WHAT_TO_INSTALL: string;
export function findChromium(): string | null;
export function ensureChromium(): string | null;
