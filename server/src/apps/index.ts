export { openApps } from './open-apps.ts';
export { openWidgets } from './open-widgets.ts';
