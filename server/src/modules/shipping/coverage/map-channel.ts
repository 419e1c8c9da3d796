/** Every node reads zones and the rate card again when it hears this. */
export const MAP_CHANNEL = 'cottontree_map';
