export { announcement, FACT_SECRET, newFact, type Fact, type Planner, type TakenFact } from './announce.ts';
export { reservePlaces } from './places.queries.ts';
