/**
 * UUID version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then ten random bytes, of which six bits are replaced
 * by version and variant. The identifiers sort by time, so the table's sort key gives "newest first" without an index.
 */
export function uuidVersion7(milliseconds: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOfHex(bytes.toString('hex'));
}

/** The UUID of 32 hexadecimal digits. */
export const uuidOfHex = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** The creation time of a UUID version 7. */
export const instantOfUuid = (uuid: string): Date => new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));

/** The common prefix of all UUIDs version 7 of this millisecond. */
export const uuidPrefix = (instant: Date): string =>
  uuidVersion7(Math.max(0, instant.getTime()), new Uint8Array(10)).slice(0, 13);
