/** Every node forgets what it knows of a merchant's keys, clock and self when it hears the merchant's id here. */
export const KEYS_CHANNEL = 'cottontree_keys';
