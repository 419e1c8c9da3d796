import { createLocation, deleteLocation, getLocation, listLocations, updateLocation } from './locations.ts';
import { getPosSettings, updatePosSettings } from './settings.ts';

/** Where and how the merchant sells. */
export const settingsOperations = Object.freeze({
  createLocation,
  listLocations,
  getLocation,
  updateLocation,
  deleteLocation,
  getPosSettings,
  updatePosSettings,
});
