import { Router } from '@aws-lambda-powertools/event-handler/http';
import { Logger } from '@aws-lambda-powertools/logger';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { z } from 'zod';
import { operation } from '../../functions/trips/get-trip';
import { answer } from './answer.mjs';

const logger = new Logger({ serviceName: 'fleet' });
const tracer = new Tracer({ serviceName: 'fleet' });
const app = new Router();

const Trip = z.looseObject({ id: z.uuid(), teamId: z.uuid(), status: z.string(), startDate: z.iso.datetime() });

app.get('/teams/:teamId/trips/:tripId', async ({ params, req }) => {
  const authorization = req.headers.get('authorization');
  return answer(operation, { path: params, authorization, parse: (_, value) => Trip.parse(value) });
});

export const handler = async (event, context) => {
  logger.addContext(context);
  tracer.putAnnotation('operation', operation.id);
  const answered = await app.resolve(event, context);
  logger.info('answered', { status: answered.statusCode });
  return answered;
};
