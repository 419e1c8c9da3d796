import type { Link } from './link.ts';

/** A shared connection whose oldest statement is older stands behind something slow. */
export const STALLED_MS = 100;

type Choosable = Pick<Link, 'isOpen' | 'ageMs' | 'load'>;

/** Of those that are open the one with the least under way that answers; if none does, the one that answered last. */
export function chooseLink<L extends Choosable>(links: readonly L[]): L {
  return links.reduce((best, link) => (isBetter(link, best) ? link : best));
}

function isBetter(link: Choosable, best: Choosable): boolean {
  // On one that is gone nothing is under way, yet whoever takes it is refused at once.
  if (link.isOpen !== best.isOpen) return link.isOpen;
  const [stalled, bestStalled] = [link.ageMs > STALLED_MS, best.ageMs > STALLED_MS];
  if (stalled !== bestStalled) return bestStalled;
  return stalled ? link.ageMs < best.ageMs : link.load < best.load;
}
