export { announce, type Fact } from './announce.ts';
