export { createLocation, deleteLocation, getLocation, listLocations, updateLocation } from './locations.ts';
export { getPosSettings, updatePosSettings } from './pos-settings.ts';
