export { announcement, FACT_SECRET, newFact, type Fact } from './announce.ts';
export type { Planner, TakenFact } from './planner.ts';
export { reservePlaces } from './places.queries.ts';
