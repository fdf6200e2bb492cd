import * as v from 'valibot';
import { Decimal, Instant, Integer, Line, Lines, List, nullable, Uuid } from './fields';

export const Stop = v.object({
  order: Integer(0, 10_000),
  routePointId: Uuid,
  routePointName: nullable(Line(300)),
  address: nullable(Line()),
  estimatedArrival: nullable(Line(40)),
  estimatedDuration: v.optional(Integer(0, 1440)),
  notes: nullable(Lines(500)),
});

/** interface.md §2.7 */
export const Route = v.object({
  id: Uuid,
  teamId: Uuid,
  name: Line(100, 1),
  description: nullable(Lines(1000)),
  clientId: nullable(Uuid),
  clientName: nullable(Line(300)),
  stops: List(Stop, 50, 1),
  totalDistance: nullable(Decimal(0, 100_000)),
  estimatedDuration: nullable(Integer(0, 1_000_000)),
  isActive: v.optional(v.boolean(), true),
  createdAt: Instant,
});
export type Route = v.InferOutput<typeof Route>;
