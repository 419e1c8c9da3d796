import { useState } from 'preact/hooks';
import { useAddress } from './address.ts';

/**
 * What is asked for on a page: what stands open over it, at first what the address asks for at once, as `?refund=now`
 * does; `end` closes it and takes it out of the address, so that neither a reload nor going back asks for it again.
 */
export function useAskedAtOnce<Asking>(
  /** What the address may ask for, and what that opens; null: it may not, as things stand. */
  asks: Readonly<Record<string, Asking | null>>,
): {
  readonly asking: Asking | null;
  readonly ask: (asking: Asking | null) => void;
  readonly end: () => void;
} {
  const { query, change } = useAddress();
  const asked = Object.keys(asks).find((name) => query[name] === 'now' && asks[name] !== null);
  const [asking, ask] = useState<Asking | null>(asked === undefined ? null : (asks[asked] ?? null));
  function end(): void {
    ask(null);
    const names = Object.keys(asks).filter((name) => query[name] !== undefined);
    if (names.length > 0) change(Object.fromEntries(names.map((name) => [name, null])));
  }
  return { asking, ask, end };
}
