import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { awsClient } from '../runtime/aws-client';
import type { Context } from '../runtime/context';

/** A client of its own, because its calls wait for the whole run of the function and are sent once. */
export const askingClient = (): LambdaClient => awsClient('sendOut', (settings) => new LambdaClient(settings));

/** Calls the function of the webhooks' requests and returns its answer. Throws when the function failed. */
export async function askSendOut(context: Context, event: object): Promise<unknown> {
  const command = new InvokeCommand({
    FunctionName: context.env('SEND_OUT_FUNCTION'),
    InvocationType: 'RequestResponse',
    Payload: JSON.stringify(event),
  });
  const answer = await context.call({ resource: 'sendOut', action: 'InvokeFunction', once: true }, (signal) =>
    context.client(askingClient).send(command, { abortSignal: signal }),
  );
  if (answer.FunctionError !== undefined)
    throw new Error(`The function of the requests failed: ${answer.FunctionError}`);
  return JSON.parse(new TextDecoder().decode(answer.Payload));
}
