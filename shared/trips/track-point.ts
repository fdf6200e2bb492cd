/** A point of a track, as it is stored: whole seconds, 1e-5 degrees, whole kilometres per hour and metres, even degrees. */
export interface TrackPoint {
  /** The number of the leg in which the point was recorded. */
  readonly leg: number;
  /** The time in the phone's identifier, in seconds since 1970. It ascends also when the phone's clock is set back. */
  readonly sent: number;
  /** The time of recording that the phone sent, in seconds since 1970. */
  readonly recorded: number;
  /** The corrected time of recording, in seconds since 1970. */
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKmh?: number | undefined;
  readonly heading?: number | undefined;
  readonly accuracyM?: number | undefined;
}

/** Times are counted from 2025, so that they take four bytes until 2029. */
const EPOCH = Date.UTC(2025, 0, 1) / 1000;
const DEGREE = 1e5;
const ABSENT = 255;
const HIGHEST = 254;
const HEADING_STEP = 2;

/** Adds a whole number of at least 0: seven bits a byte, the lowest first. */
function addNumber(bytes: number[], number: number): void {
  let rest = number;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Adds a whole number that may be negative, so that small ones stay short. */
const addSigned = (bytes: number[], number: number): void =>
  addNumber(bytes, number < 0 ? -2 * number - 1 : 2 * number);

const addByte = (bytes: number[], value: number | undefined): number =>
  bytes.push(value === undefined ? ABSENT : Math.min(HIGHEST, Math.round(value)));

class Reader {
  private place = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.place >= this.bytes.length;
  }

  private next(): number {
    const byte = this.bytes[this.place];
    if (byte === undefined) throw new Error('The points of a track are cut off.');
    this.place += 1;
    return byte;
  }

  number(): number {
    let number = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.next();
      number += (byte % 0x80) * factor;
      if (byte < 0x80) return number;
    }
  }

  signed(): number {
    const number = this.number();
    return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
  }

  byte(): number | undefined {
    const byte = this.next();
    return byte === ABSENT ? undefined : byte;
  }
}

/** Encodes points of one leg that ascend by `sent`, each as its difference to the one before. */
export function encodeRun(points: readonly TrackPoint[]): Uint8Array {
  const bytes: number[] = [];
  addRun(bytes, points);
  return Uint8Array.from(bytes);
}

function addRun(bytes: number[], points: readonly TrackPoint[]): void {
  let last = { sent: EPOCH, lat: 0, lng: 0 };
  for (const { sent, recorded, at, lat, lng, speedKmh, heading, accuracyM } of points) {
    const next = { sent, lat: Math.round(lat * DEGREE), lng: Math.round(lng * DEGREE) };
    const isShifted = recorded !== sent || at !== recorded;
    addNumber(bytes, 2 * (sent - last.sent) + (isShifted ? 1 : 0));
    if (isShifted) {
      addSigned(bytes, recorded - sent);
      addSigned(bytes, at - recorded);
    }
    addSigned(bytes, next.lat - last.lat);
    addSigned(bytes, next.lng - last.lng);
    addByte(bytes, speedKmh);
    addByte(bytes, heading === undefined ? undefined : heading / HEADING_STEP);
    addByte(bytes, accuracyM);
    last = next;
  }
}

export function decodeRun(leg: number, bytes: Uint8Array): TrackPoint[] {
  return readRun(leg, new Reader(bytes));
}

function readRun(leg: number, reader: Reader): TrackPoint[] {
  const points: TrackPoint[] = [];
  let [sent, lat, lng] = [EPOCH, 0, 0];
  while (!reader.isAtEnd) {
    const time = reader.number();
    sent += Math.floor(time / 2);
    const recorded = time % 2 === 1 ? sent + reader.signed() : sent;
    const at = time % 2 === 1 ? recorded + reader.signed() : recorded;
    lat += reader.signed();
    lng += reader.signed();
    const [speedKmh, half, accuracyM] = [reader.byte(), reader.byte(), reader.byte()];
    const heading = half === undefined ? undefined : half * HEADING_STEP;
    points.push({ leg, sent, recorded, at, lat: lat / DEGREE, lng: lng / DEGREE, speedKmh, heading, accuracyM });
  }
  return points;
}

/** Encodes a point for itself, with its leg, in base 64: an element of the list in the position item. */
export function encodePoint(point: TrackPoint): string {
  const bytes: number[] = [];
  addNumber(bytes, point.leg);
  addRun(bytes, [point]);
  return Buffer.from(bytes).toString('base64');
}

export function decodePoints(points: readonly string[]): TrackPoint[] {
  return points.flatMap((point) => {
    const reader = new Reader(Buffer.from(point, 'base64'));
    return readRun(reader.number(), reader);
  });
}

/** Compared one after the other. After a clock was set back, identifiers stand still while the time of recording goes on. */
const ORDER: readonly ((point: TrackPoint) => number)[] = [
  ({ leg }) => leg,
  ({ sent }) => sent,
  ({ sent, recorded }) => (recorded < sent ? 1 : 0),
  ({ recorded }) => recorded,
  ({ lat }) => lat,
  ({ lng }) => lng,
  ({ speedKmh = -1 }) => speedKmh,
  ({ heading = -1 }) => heading,
  ({ accuracyM = -1 }) => accuracyM,
  ({ at }) => at,
];

/** The order of a track: by leg and by the phone's identifiers. */
function order(one: TrackPoint, other: TrackPoint): number {
  for (const rank of ORDER) {
    const difference = rank(one) - rank(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The points in the order of the track, each once. A phone's identifier and time of recording name a point: a driver who
 * drove two legs may have sent it in both. Of two that differ in place alone, always the same one stays.
 */
export function trackOf(points: readonly TrackPoint[], driverOf: (leg: number) => string | undefined): TrackPoint[] {
  const seen = new Set<string>();
  return points.toSorted(order).filter(({ leg, sent, recorded }) => {
    const name = `${driverOf(leg) ?? leg} ${sent} ${recorded}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}
