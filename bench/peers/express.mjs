import express from 'express';
import serverless from 'serverless-http';
import * as operations from '../../functions/index';
import { answer } from './answer.mjs';

const app = express();
app.use(express.json());
for (const operation of Object.values(operations)) {
  const [method, path] = operation.route.split(' ');
  app[method.toLowerCase()](path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, response) => {
    const { authorization } = request.headers;
    response.status(operation.output.status).json(await answer(operation, { path: request.params, authorization }));
  });
}

export const handler = serverless(app);
