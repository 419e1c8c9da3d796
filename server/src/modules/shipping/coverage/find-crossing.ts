import { atOnce, type Work } from '../../../kernel/running/in-turns.ts';
import type { Position } from './zone.ts';

type Edge = {
  readonly at: number;
  readonly from: Position;
  readonly to: Position;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

/** So many pairs of edges are compared in one step: a border of 10,000 that all lie above each other has 50 million. */
const PAIRS_A_STEP = 50_000;

/** As `crossingWork`, at once: for files and tests. */
export function findCrossing(ring: readonly Position[]): Position | null {
  return atOnce(crossingWork(ring));
}

/** Where two edges of a closed ring meet that are not neighbours: the first such place, or null. From west to east, so that only edges side by side are compared. */
export function* crossingWork(ring: readonly Position[]): Work<Position | null> {
  let pairs = 0;
  const edges = edgesOf(ring).toSorted((one, other) => one.west - other.west);
  for (const [at, edge] of edges.entries()) {
    for (let next = at + 1; next < edges.length; next += 1) {
      const other = edges[next];
      if (!other || other.west > edge.east) break;
      pairs += 1;
      if (pairs % PAIRS_A_STEP === 0) yield;
      if (other.south > edge.north || other.north < edge.south) continue;
      if (!areNeighbours(edge, other, ring.length - 1) && meet(edge, other)) return edge.from;
    }
  }
  return null;
}

function edgesOf(ring: readonly Position[]): Edge[] {
  return ring.slice(1).map((to, at) => {
    const from = ring[at] ?? to;
    return {
      at,
      from,
      to,
      west: Math.min(from[0], to[0]),
      east: Math.max(from[0], to[0]),
      south: Math.min(from[1], to[1]),
      north: Math.max(from[1], to[1]),
    };
  });
}

function areNeighbours(one: Edge, other: Edge, count: number): boolean {
  const apart = Math.abs(one.at - other.at);
  return apart === 1 || apart === count - 1;
}

/** By the sides on which the ends of each lie of the other. */
function meet(one: Edge, other: Edge): boolean {
  const [a, b, c, d] = [
    sideOf(other, one.from),
    sideOf(other, one.to),
    sideOf(one, other.from),
    sideOf(one, other.to),
  ];
  if (a * b < 0 && c * d < 0) return true;
  return (
    (a === 0 && liesOn(other, one.from)) ||
    (b === 0 && liesOn(other, one.to)) ||
    (c === 0 && liesOn(one, other.from)) ||
    (d === 0 && liesOn(one, other.to))
  );
}

function sideOf({ from, to }: Edge, point: Position): number {
  return Math.sign((to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]));
}

/** A point of the edge's line, between its ends. */
function liesOn({ west, east, south, north }: Edge, [lng, lat]: Position): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}
