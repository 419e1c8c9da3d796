export { openOverviews } from './open-overviews.ts';
export type { Overviews } from './module.ts';
export { overviewModule } from './overview-module.ts';
