const POLYNOMIAL = 0x1021;

/** CRC-16/CCITT-FALSE (also called IBM-3740): polynomial 1021, begun with FFFF, nothing reflected. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ POLYNOMIAL) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}
