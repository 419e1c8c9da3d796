export { openApps } from './open-apps.ts';
