export const WHAT_TO_INSTALL: string;
export function findChromium(which?: { readonly whole?: boolean }): string | null;
export function ensureChromium(): string | null;
