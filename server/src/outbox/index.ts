export { announcement, FACT_SECRET, type Fact } from './announce.ts';
