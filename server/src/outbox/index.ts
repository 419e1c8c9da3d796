export { announcement, type Fact } from './announce.ts';
