/** What becomes of money that comes after its payment has ended otherwise. */
export const latePolicies = Object.freeze(['accept', 'refund', 'review'] as const);
export type LatePolicy = (typeof latePolicies)[number];

/** What a QR code says to who scans it. */
export const qrKinds = Object.freeze(['url', 'emv', 'ussd'] as const);
export type QrKind = (typeof qrKinds)[number];
