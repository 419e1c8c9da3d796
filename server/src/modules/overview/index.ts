export { openOverviews, overviewModule } from './overview-module.ts';
export type { Overviews } from './module.ts';
