/** The parts of a request that its signature covers. */
export interface SignedRequest {
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly query: Readonly<Partial<Record<string, string>>>;
}

/** An authenticated service that reports events of one team. */
export interface WebhookCaller {
  readonly teamId: string;
}

/** Verifies the signature and returns the caller, or undefined when the signature is not valid. */
export type CheckSignature = (request: SignedRequest) => Promise<WebhookCaller | undefined>;
