export function isThere(program: string): boolean;
export function ensureReaders(): void;
