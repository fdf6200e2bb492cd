import type { Clock } from './clock';
import type { Timetable } from './timetable';
import { jsonAnswer, type Wire } from './wire';

const DAY_MS = 86_400_000;
const MOST_MS = 400 * DAY_MS;

const DURATION = /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/** The milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds: `PT36H`. Undefined for any other text. */
export function durationOf(text: unknown): number | undefined {
  const found = typeof text === 'string' ? DURATION.exec(text) : null;
  if (found === null) return undefined;
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  const inDays = (weeks ?? 0) * 7 + (days ?? 0);
  return (((inDays * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}

/** `GET /_local/clock` and `POST /_local/clock {"advance": "PT36H"}`. While a move is under way, `movesTo` is its end. */
export function clockRoutes(clock: Clock, timetable: Pick<Timetable, 'advance' | 'movesTo'>): Record<string, Wire> {
  const answer = () => jsonAnswer(200, { now: clock.now().toISOString(), movesTo: timetable.movesTo()?.toISOString() });
  return {
    'GET /_local/clock': answer,
    'POST /_local/clock': async ({ body }) => {
      const milliseconds = durationOf(advanceIn(body.toString('utf8')));
      if (milliseconds === undefined || milliseconds <= 0 || clock.ahead() + milliseconds > MOST_MS)
        return jsonAnswer(400, {
          error: 'VALIDATION_FAILED',
          field: 'advance',
          message:
            'Send an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as PT36H. The clock moves forward by at most 400 days.',
        });
      await timetable.advance(milliseconds);
      return answer();
    },
  };
}

function advanceIn(text: string): unknown {
  try {
    return Object(JSON.parse(text)).advance;
  } catch {
    return undefined;
  }
}
