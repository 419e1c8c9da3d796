export { createLocation } from './create-location.ts';
export { deleteLocation } from './delete-location.ts';
export { getLocation } from './get-location.ts';
export { getPosSettings } from './get-pos-settings.ts';
export { listLocations } from './list-locations.ts';
export { updateLocation } from './update-location.ts';
export { updatePosSettings } from './update-pos-settings.ts';
