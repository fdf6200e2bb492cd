/** What an item carries on the wire. */
export interface SentItem {
  readonly id: string;
  readonly kind: string;
  readonly recordedAt: string;
  /** Undefined: a report of the driver between trips. */
  readonly tripId?: string;
  readonly stopId?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly [field: string]: unknown;
}

export interface ItemAnswer {
  readonly result: string;
  readonly error?: string | undefined;
  readonly field?: string | undefined;
}

/** One run of a handler that had an item of a phone. */
export interface Attempt {
  /** The items of one run have the same number. */
  readonly run: number;
  /** The numbers of the calls to the table before and after the run. All states between are possible. */
  readonly began: number;
  readonly ended: number;
  /** The times of the service. */
  readonly receivedAt: number;
  readonly endedAt: number;
  /** The clock of the phone. Undefined: the item was the key of a tap, and the service takes its own time. */
  readonly sentAt: number | undefined;
  /** How many facts with lesser identifiers the call had. */
  readonly factsBefore: number;
  /** Undefined: the run died, or refused the whole call. */
  readonly answer?: ItemAnswer | undefined;
}

/** An item that a phone recorded, with all that became of it. */
export interface Recorded {
  readonly sent: SentItem;
  readonly driverId: string;
  /** The true time of the recording. */
  readonly trueAt: number;
  /** Refused in every order with this reason. */
  readonly flaw?: { readonly error: string; readonly field?: string } | undefined;
  /** Has the identifier of an accepted item and another body. */
  readonly isTwin: boolean;
  readonly attempts: Attempt[];
}

/** A stop as the office planned it. */
export interface Stop {
  readonly requires: readonly string[];
  /** Undefined: positions say nothing about it. The place of a stop does not change. */
  readonly place: { readonly lat: number; readonly lng: number; readonly radiusM: number } | undefined;
}

/** What phones had reported about a stop at some moment. */
export interface Shown {
  readonly proofIds: readonly string[];
  readonly isSkipped: boolean;
}

/** A trip after a write, as the record of commits knows it. */
export interface TripState {
  /** The number of the call that wrote it. */
  readonly number: number;
  readonly at: number;
  /** Undefined: deleted. */
  readonly status: string | undefined;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly hasStarted: boolean;
  readonly legs: readonly { readonly driverId: string; readonly until: number }[];
  readonly stops: ReadonlyMap<string, Stop>;
  readonly endedAt?: number | undefined;
  /** The TRIP_END of a driver that made the end, by the identifier. Of several in one call it is one of them. */
  readonly endedByIds: readonly string[];
  /** What had been reported about each stop when a driver made the end. */
  readonly endedWith?: ReadonlyMap<string, Shown> | undefined;
}

/** A decision of the office about stops. */
export interface StopDecision {
  readonly number: number;
  readonly tripId: string;
  /** The status of each stop that was decided. Undefined: withdrawn. */
  readonly statuses: ReadonlyMap<string, string | undefined>;
  /** The stops that the edit deleted. */
  readonly deleted: readonly string[];
  /** The number of the call at which the run of the office began. */
  readonly began: number;
}

/** Driver accounts: closed or open after a write. */
export interface AccessState {
  readonly number: number;
  readonly at: number;
  readonly isOpen: boolean;
}

/** The road policy of the team after a write. */
export interface PolicyState {
  readonly at: number;
  readonly proof: 'NONE' | 'WARN' | 'ENFORCE';
}

/** A run of a driver's operation, with the code of the whole answer. */
export interface Call {
  readonly driverId: string;
  readonly began: number;
  readonly ended: number;
  readonly code: string;
  readonly signedInAt: number;
  readonly isTap: boolean;
}

/** A single position of `location-ping` that was accepted. */
export interface SinglePing {
  readonly tripId: string;
  readonly driverId: string;
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
  readonly began: number;
  readonly ended: number;
  /** False: the run died, and may have written it or not. */
  readonly isAnswered: boolean;
}

/** All that the judge knows of a run beside the answers at its end. */
export interface RunRecord {
  /** Of the team of each trip. */
  readonly policies: ReadonlyMap<string, readonly PolicyState[]>;
  /** From when on the team reads what became of the trips. */
  readonly readAt: number;
  readonly items: readonly Recorded[];
  readonly trips: ReadonlyMap<string, readonly TripState[]>;
  readonly access: ReadonlyMap<string, readonly AccessState[]>;
  readonly decisions: readonly StopDecision[];
  readonly calls: readonly Call[];
  readonly pings: readonly SinglePing[];
}
