import { uuidOfHex } from '../platform/runtime/uuid';

/**
 * The key of a position: the number of its leg and the phone's identifier, in hexadecimal. Keys order the positions of a
 * trip, also when a phone's clock was changed and when another driver took the trip over.
 */
export const keyInTrack = (leg: number, id: string): string => legPrefix(leg) + id.replaceAll('-', '');

/** The beginning of all keys of a leg. */
export const legPrefix = (leg: number): string => leg.toString(16).padStart(LEG_DIGITS, '0');

export const legOfKey = (key: string): number => Number.parseInt(key.slice(0, LEG_DIGITS), 16);

export const idOfKey = (key: string): string => uuidOfHex(key.slice(LEG_DIGITS));

/** The greatest key below this one: a condition of a write knows "at most" and not "less". */
export const keyBefore = (key: string): string => (BigInt(`0x${key}`) - 1n).toString(16).padStart(key.length, '0');

const LEG_DIGITS = 4;
