export * from './locations.ts';
export { getPosSettings, updatePosSettings } from './pos-settings.ts';
